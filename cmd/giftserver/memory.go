package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// How much garbage gathers until the next collection. Nearly all that a server holds is its catalog, which stays, and
// answers, which go at once; so what a call costs in collections depends on how much room there is beside the catalog,
// and what the server takes on the catalog and that room.
const (
	room         = 24 << 20 // bytes
	leastGarbage = 10       // percent of what stays, as each collection walks over that
	mostGarbage  = 200
)

// settle gives memory back that reading a catalog has left behind, and makes room for answers beside it. A GOGC of the
// environment goes before.
func settle() {
	debug.FreeOSMemory()
	if os.Getenv("GOGC") != "" {
		return
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	percent := room * 100 / m.HeapAlloc
	debug.SetGCPercent(int(min(max(percent, leastGarbage), mostGarbage)))
}
