package main

import (
	"io"
	"path/filepath"
	"testing"

	"giftserver/internal/catalog"
)

// Another process imports into the catalog that a server has open; the server answers from the new
// one, and goes on with it when the catalog can't be read any more.
func TestApp_refresh(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gifts.db")
	a, err := openApp(t.Context(), &program{stderr: io.Discard}, &config{db: file, currency: "USD"}, &instruments{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if changed, err := a.refresh(t.Context()); changed || err != nil {
		t.Errorf("refresh of an unchanged catalog: got %v, %v, want false, nil", changed, err)
	}

	other, err := catalog.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	only := a.Catalog().Gifts.List()[:1]
	if err := other.Replace(t.Context(), catalog.Source{Name: catalog.IdeasSource, Edition: "9999-01-01"}, catalog.Rules{}, catalog.All(only)); err != nil {
		t.Fatal(err)
	}
	if changed, err := a.refresh(t.Context()); !changed || err != nil {
		t.Errorf("refresh of a changed catalog: got %v, %v, want true, nil", changed, err)
	}
	if got := a.Catalog().Gifts.Len(); got != 1 {
		t.Errorf("got %d gifts, want the one that is left", got)
	}

	a.Store.Close()
	if _, err := a.refresh(t.Context()); err == nil {
		t.Error("refresh of a closed catalog: got no error")
	}
	if got := a.Catalog().Gifts.Len(); got != 1 {
		t.Errorf("got %d gifts, want the one from memory", got)
	}
}
