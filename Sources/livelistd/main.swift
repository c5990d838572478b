import LiveList

print("livelistd")
