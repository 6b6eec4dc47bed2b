package feed

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

const (
	// maxRatio is how many times its size a compressed file may unpack to, once it is larger than
	// ratioFrom bytes. Real feeds stay below 30; deflate ends at 1032, which only a bomb comes near.
	maxRatio  = 200
	ratioFrom = 32 << 20
)

// unpack returns what a file holds, which may be packed with gzip or zip.
func unpack(r io.Reader) (*bufio.Reader, error) {
	raw := bufio.NewReaderSize(r, maxRecord)
	head, _ := raw.Peek(4)
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return unpackGzip(raw)
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return unpackZip(r)
	}
	return raw, nil
}

func unpackGzip(r io.Reader) (*bufio.Reader, error) {
	packed := &counter{Reader: r}
	z, err := gzip.NewReader(packed)
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	return bufio.NewReaderSize(&unpacker{from: z, packed: &packed.n}, maxRecord), nil
}

// unpackZip returns the only file of a zip archive. Its directory stands at its end, so that it can't come
// from a pipe.
func unpackZip(r io.Reader) (*bufio.Reader, error) {
	file, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	})
	if !ok {
		return nil, errors.New("unpacking: a zip archive can't be read from standard input; save it as a file, or unpack it first")
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w; save the archive as a file, or unpack it first", err)
	}
	packed := &counterAt{ReaderAt: file}
	z, err := zip.NewReader(packed, size)
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	content, err := onlyFile(z)
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	return bufio.NewReaderSize(&unpacker{from: content, packed: &packed.n}, maxRecord), nil
}

// onlyFile opens the product file in an archive, beside which there may be what systems add by themselves.
func onlyFile(z *zip.Reader) (io.Reader, error) {
	files := slices.DeleteFunc(slices.Clone(z.File), func(f *zip.File) bool {
		return f.FileInfo().IsDir() || strings.HasPrefix(f.Name, "__MACOSX/") || strings.HasPrefix(path.Base(f.Name), ".")
	})
	if len(files) != 1 {
		return nil, fmt.Errorf("it holds %d files, want one product file; unpack an archive of several, and save a spreadsheet as CSV", len(files))
	}
	const encrypted = 1
	if files[0].Flags&encrypted != 0 {
		return nil, errors.New("it is encrypted; unpack it first")
	}
	return files[0].Open()
}

// counter counts the bytes that are read through it.
type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// counterAt counts the bytes that are read through it.
type counterAt struct {
	io.ReaderAt
	n int64
}

// ReadAt implements io.ReaderAt.
func (c *counterAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.n += int64(n)
	return n, err
}

// unpacker reads what a file holds and stops when it holds far more than its size.
type unpacker struct {
	from   io.Reader
	packed *int64 // the bytes read of the file
	n      int64  // the bytes read of what it holds
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.from.Read(p)
	u.n += int64(n)
	switch {
	case u.n > ratioFrom && u.n > maxRatio*(*u.packed):
		return 0, fmt.Errorf("unpacking: it holds more than %d times its size, as no product file does; unpack it first if it is one", maxRatio)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return n, errors.New("unpacking: the file is cut")
	case err != nil && !errors.Is(err, io.EOF):
		return n, fmt.Errorf("unpacking: %w", err)
	}
	return n, err
}
