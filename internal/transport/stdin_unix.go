//go:build unix

package transport

import (
	"io"
	"os"
	"strconv"
	"syscall"
	"time"
)

// polled returns an input whose reads wait in the poller of the Go runtime, when that can be had of a file
// without a change to what others see of it. A read that waits in the kernel holds a thread, and until that is
// noticed a processor of the runtime with it: between two messages of a pipe that costs more than the answer to
// one. restore undoes what there is to undo; what reads from in may still wait then.
func polled(in io.Reader) (_ io.Reader, restore func()) {
	file, ok := in.(*os.File)
	if !ok || file.SetReadDeadline(time.Time{}) == nil { // Only what is in the poller already has deadlines.
		return in, func() {}
	}
	info, err := file.Stat()
	switch {
	case err != nil:
	case info.Mode()&os.ModeNamedPipe != 0:
		return reopened(file)
	case info.Mode()&os.ModeSocket != 0 && !same(info, os.Stdout) && !same(info, os.Stderr):
		return unblocked(file)
	}
	return in, func() {} // The kernel does not poll a regular file, and a terminal is shared with a shell.
}

// reopened opens a pipe once more, where the system has a name for that. Whether reads of it block belongs to what
// was opened: another process that has the old one, or will have it, sees no change.
func reopened(file *os.File) (io.Reader, func()) {
	again, err := os.OpenFile("/proc/self/fd/"+strconv.Itoa(int(file.Fd())), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return file, func() {}
	}
	return again, func() {}
}

// unblocked changes a socket, of which each process has an end of its own as a rule, and can't be opened again. A
// socket that is the output too stays as it is: its writers expect to wait. What is read from has a descriptor of its
// own, since it is closed when nobody holds it any more, and file is not ours to close.
func unblocked(file *os.File) (io.Reader, func()) {
	fd, err := syscall.Dup(int(file.Fd()))
	if err != nil {
		return file, func() {}
	}
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		_ = syscall.Close(fd) // Nothing was done with it.
		return file, func() {}
	}
	return os.NewFile(uintptr(fd), file.Name()), func() { _ = syscall.SetNonblock(int(file.Fd()), false) }
}

// same reports whether a file is the one that info is about.
func same(info os.FileInfo, file *os.File) bool {
	other, err := file.Stat()
	return err == nil && os.SameFile(info, other)
}
