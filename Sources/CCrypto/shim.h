// The three functions of OpenSSL on which tokens rest. No logic.
#pragma once
#include <openssl/crypto.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
