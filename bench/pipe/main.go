// Pipe answers every line of standard input with the bytes of a file: the least that a server over stdio can do. It
// imports next to nothing, since how fast it starts is measured too.
//
//	go run ./bench/pipe FILE
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	if err := answer(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "pipe: %v\n", err)
		os.Exit(1)
	}
}

func answer(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("want a file with the reply, got %q", args)
	}
	reply, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	in := bufio.NewReaderSize(os.Stdin, 64<<10)
	for {
		if _, err := in.ReadSlice('\n'); err != nil {
			return nil // The client is done.
		}
		if _, err := os.Stdout.Write(reply); err != nil {
			return err
		}
	}
}
