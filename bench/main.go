// Bench measures giftserver beside a bare net/http handler that returns the same bytes:
//
//	go run ./bench [-requests 20000] [-rounds 5] [-server dist/giftserver]
//
// Both serve 8 keep-alive connections in turn. What counts is the CPU time of the server process
// per 1,000 requests, which other work on the machine disturbs less than requests per second; the
// CPU time of a process that only starts and stops is taken off. Figures are medians of the rounds.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"
)

const connections = 8

// briefs are what is asked for, in turn.
var briefs = []string{
	`{"occasion":"birthday","budget":100,"recipient":"friend who loves board games"}`,
	`{"occasion":"wedding","budget":150,"recipient":"coworker from marketing"}`,
	`{"occasion":"Mother's Day","budget":60,"recipient":"mum, gardening and tea, allergic to nuts"}`,
	`{"occasion":"Christmas","budget":35,"recipient":"8-year-old nephew who loves dinosaurs"}`,
	`{"occasion":"retirement","budget":200,"recipient":"boss who fishes and reads history"}`,
}

func main() {
	requests := flag.Int("requests", 20000, "requests in a round")
	rounds := flag.Int("rounds", 5, "rounds of each server")
	server := flag.String("server", "dist/giftserver", "the built giftserver")
	bare := flag.String("bare", "", "serve this address with the reply in the file -reply, and nothing else")
	reply := flag.String("reply", "", "file with the reply of the bare server")
	flag.Parse()
	var err error
	if *bare != "" {
		err = serveBare(*bare, *reply)
	} else {
		err = measure(*server, *requests, *rounds)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// serveBare answers every request with the same bytes.
func serveBare(addr, file string) error {
	body, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return http.ListenAndServe(addr, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}))
}

// A figure is what one round measured.
type figure struct {
	cpu       float64 // milliseconds per 1,000 requests
	perSecond float64 // requests
	p50, p99  time.Duration
}

func measure(server string, requests, rounds int) error {
	work, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	addr, err := freeAddr()
	if err != nil {
		return err
	}
	replyFile := filepath.Join(work, "reply")
	ours := []string{server, "serve", "--addr", addr, "--db", filepath.Join(work, "gifts.db"), "--log-level", "error"}
	theirs := []string{self, "-bare", addr, "-reply", replyFile}
	if err := saveReply(ours, addr, replyFile); err != nil {
		return err
	}
	var giftserver, bare []figure
	for range rounds {
		for _, s := range []struct {
			command []string
			figures *[]figure
		}{{ours, &giftserver}, {theirs, &bare}} {
			f, err := round(s.command, addr, requests)
			if err != nil {
				return err
			}
			*s.figures = append(*s.figures, f)
		}
	}
	fmt.Printf("%-12s %18s %12s %10s %10s\n", "", "CPU ms / 1,000", "requests/s", "p50", "p99")
	printRow("giftserver", giftserver)
	printRow("bare handler", bare)
	fmt.Printf("ratio of CPU: %.1f\n", median(giftserver, cpuOf)/median(bare, cpuOf))
	return nil
}

func printRow(name string, f []figure) {
	fmt.Printf("%-12s %18.1f %12.0f %10s %10s\n", name, median(f, cpuOf), median(f, func(f figure) float64 { return f.perSecond }),
		time.Duration(median(f, func(f figure) float64 { return float64(f.p50) })).Round(10*time.Microsecond),
		time.Duration(median(f, func(f figure) float64 { return float64(f.p99) })).Round(10*time.Microsecond))
}

func cpuOf(f figure) float64 { return f.cpu }

func median(figures []figure, of func(figure) float64) float64 {
	var values []float64
	for _, f := range figures {
		values = append(values, of(f))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// round starts a server, sends it requests and stops it.
func round(command []string, addr string, requests int) (figure, error) {
	idle, err := withServer(command, addr, func() error { return nil })
	if err != nil {
		return figure{}, err
	}
	var f figure
	busy, err := withServer(command, addr, func() error {
		f, err = load(addr, requests)
		return err
	})
	f.cpu = float64((busy - idle).Microseconds()) / float64(requests)
	return f, err
}

// withServer runs f while a server runs, and returns the CPU time that the server used.
func withServer(command []string, addr string, f func() error) (cpu time.Duration, err error) {
	c := exec.Command(command[0], command[1:]...)
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		return 0, err
	}
	err = waitFor(addr)
	if err == nil {
		err = f()
	}
	_ = c.Process.Signal(os.Interrupt)
	_ = c.Wait() // The bare server ends by the signal, which counts as an error.
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), err
}

// load sends requests over all connections.
func load(addr string, requests int) (figure, error) {
	var wg sync.WaitGroup
	times := make([][]time.Duration, connections)
	errs := make([]error, connections)
	begin := time.Now()
	for i := range connections {
		wg.Go(func() { times[i], errs[i] = loadOne(addr, requests/connections, i) })
	}
	wg.Wait()
	elapsed := time.Since(begin)
	for _, err := range errs {
		if err != nil {
			return figure{}, err
		}
	}
	all := slices.Concat(times...)
	slices.Sort(all)
	return figure{
		perSecond: float64(len(all)) / elapsed.Seconds(),
		p50:       all[len(all)/2],
		p99:       all[len(all)*99/100],
	}, nil
}

// loadOne sends requests over one connection, one after the other.
func loadOne(addr string, requests, offset int) ([]time.Duration, error) {
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}
	defer client.CloseIdleConnections()
	times := make([]time.Duration, 0, requests)
	for i := range requests {
		begin := time.Now()
		if _, err := ask(client, addr, i+offset); err != nil {
			return nil, err
		}
		times = append(times, time.Since(begin))
	}
	return times, nil
}

// ask calls suggest_gifts as a modern client does.
func ask(client *http.Client, addr string, i int) ([]byte, error) {
	body := `{"jsonrpc":"2.0","id":` + strconv.Itoa(i) + `,"method":"tools/call","params":{"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},` +
		`"name":"suggest_gifts","arguments":` + briefs[i%len(briefs)] + `}}`
	request, err := http.NewRequest(http.MethodPost, "http://"+addr+"/mcp", bytes.NewBufferString(body))
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "suggest_gifts",
	} {
		request.Header.Set(name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	reply, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, reply)
	}
	return reply, err
}

// saveReply keeps one reply of giftserver for the bare server.
func saveReply(command []string, addr, file string) error {
	_, err := withServer(command, addr, func() error {
		reply, err := ask(http.DefaultClient, addr, 0)
		if err != nil {
			return err
		}
		return os.WriteFile(file, reply, 0o600)
	})
	return err
}

func waitFor(addr string) error {
	for range 200 {
		if c, err := net.Dial("tcp", addr); err == nil {
			return c.Close()
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("nothing answers at %s", addr)
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
