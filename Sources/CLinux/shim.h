// What Swift's Glibc leaves out and the load client of `livelistd bench` needs. No logic.
#pragma once
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/vfs.h>
