package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cpuTime returns the CPU time that a process has used. It adds up its threads, since that of the whole is
// counted in hundredths of a second; a thread that has ended is missed, but servers keep theirs.
func cpuTime(pid int) (time.Duration, error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(threads) == 0 {
		return 0, fmt.Errorf("reading the CPU time of process %d: want Linux with /proc/PID/task/*/schedstat", pid)
	}
	var sum time.Duration
	for _, file := range threads {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, err
		}
		running, _, _ := strings.Cut(string(text), " ")
		nanoseconds, err := strconv.ParseInt(running, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", file, err)
		}
		sum += time.Duration(nanoseconds)
	}
	return sum, nil
}

// memory returns what a process has in memory now and had at most, in megabytes of a million bytes.
func memory(pid int) (now, most float64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] != "VmRSS:" && fields[0] != "VmHWM:" {
			continue
		}
		kilobytes, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			return 0, 0, err
		}
		if fields[0] == "VmRSS:" {
			now = kilobytes * 1024 / 1e6
		} else {
			most = kilobytes * 1024 / 1e6
		}
	}
	return now, most, nil
}

// alive returns an error for a process that has ended, also while it waits for its parent to see that.
func alive(pid int) error {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return err
	}
	if _, rest, _ := strings.Cut(string(text), ") "); strings.HasPrefix(rest, "Z") {
		return fmt.Errorf("process %d has ended", pid)
	}
	return nil
}
