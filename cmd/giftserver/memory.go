package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// A server holds its catalog, which stays, and answers, which go at once. What goes gathers in a room beside the catalog
// until the garbage collector walks over all that stays, so the room must not be too small for a large catalog either.
const (
	garbageRoom  = 24 << 20 // bytes
	leastGarbage = 10       // percent of what stays
	mostGarbage  = 200
)

// makeRoom gives memory back that reading a catalog has left behind, and makes the room beside it. Whoever sets GOGC
// makes it himself.
func makeRoom() {
	debug.FreeOSMemory()
	if os.Getenv("GOGC") != "" {
		return
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	percent := garbageRoom * 100 / m.HeapAlloc
	debug.SetGCPercent(int(min(max(percent, leastGarbage), mostGarbage)))
}
