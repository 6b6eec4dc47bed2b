package feed_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

const wooHeader = "ID,Type,SKU,Name,Published,Visibility in catalog,In stock?,Stock,Backorders allowed?,Sale price,Regular price,Parent\n"

// The rows of an export, and the products that they make.
func TestRead_wooRows(t *testing.T) {
	tests := []struct {
		name, text string
		rows       int
		want       []string
		leftOut    string
	}{
		{"simple", wooHeader + "7,simple,M-1,Mug,1,visible,1,,0,,12.50,\n", 1, []string{"shop:7 Mug 12.5 USD"}, ""},
		{"without a number", wooHeader + ",simple,M-1,Mug,1,visible,1,,0,,12.50,\n,,,Tea Bowl,,,,,,,8,\n", 2, []string{"shop:M-1 Mug 12.5 USD", "shop:tea-bowl Tea Bowl 8 USD"}, ""},
		{"sale price", wooHeader + "7,simple,M-1,Mug,1,visible,1,,0,10,12.50,\n", 1, []string{"shop:7 Mug 10 USD"}, ""},
		{"decimal comma", wooHeader + "7,simple,M-1,Mug,1,visible,1,,0,,\"12,50\",\n", 1, []string{"shop:7 Mug 12.5 USD"}, ""},
		{"no price", wooHeader + "7,simple,,Mug,1,visible,1,,0,,,\n8,simple,,Bowl,1,visible,1,,0,,8,\n", 2, []string{"shop:8 Bowl 8 USD"}, "no price: 2"},
		{"published", wooHeader + "1,simple,,A,0,visible,1,,0,,1,\n2,simple,,B,-1,visible,1,,0,,1,\n3,simple,,C,1,visible,1,,0,,1,\n", 3, []string{"shop:3 C 1 USD"}, "not published × 2"},
		{"hidden", wooHeader + "1,simple,,A,1,hidden,1,,0,,1,\n2,simple,,B,1,search,1,,0,,1,\n", 2, []string{"shop:2 B 1 USD"}, "hidden by the shop × 1"},
		{"grouped", wooHeader + "1,grouped,,A,1,visible,1,,0,,,\n2,external,,B,1,visible,1,,0,,1,\n", 2, []string{"shop:2 B 1 USD"}, "group of products, which come by themselves × 1"},
		{"variations by SKU", wooHeader + "1,variable,M,Mug,1,visible,1,,0,,,\n2,variation,M-L,Mug - L,1,visible,1,,0,,12.50,M\n3,variation,M-S,Mug - S,1,visible,1,,0,8,9,M\n", 3, []string{"shop:1 Mug 8 USD"}, ""},
		{"variations by number", wooHeader + "1,variable,,Mug,1,visible,1,,0,,,\n2,variation,,Mug - L,1,visible,1,,0,,12.50,id:1\n", 2, []string{"shop:1 Mug 12.5 USD"}, ""},
		{"variations first", wooHeader + "2,variation,,Mug - L,1,visible,1,,0,,12.50,id:1\n1,variable,,Mug,1,visible,1,,0,,,\n", 2, []string{"shop:1 Mug 12.5 USD"}, ""},
		{"variations that can be had", wooHeader + "1,variable,M,Mug,1,visible,1,,0,,,\n2,variation,,Mug - L,1,visible,1,,0,,12.50,M\n3,variation,,Mug - S,1,visible,0,,0,8,9,M\n", 3, []string{"shop:1 Mug 12.5 USD"}, ""},
		{"variation alone", wooHeader + "2,variation,,Mug - L,1,visible,1,,0,,12.50,id:1\n", 1, []string{"shop:1 Mug - L 12.5 USD"}, ""},
		{"variations of a draft", wooHeader + "1,variable,M,Mug,-1,visible,1,,0,,,\n2,variation,,Mug - L,1,visible,1,,0,,12.50,M\n3,simple,,Bowl,1,visible,1,,0,,8,\n", 3, []string{"shop:3 Bowl 8 USD"}, "not published × 1"},
		{"no variations", wooHeader + "1,variable,M,Mug,1,visible,1,,0,,,\n3,simple,,Bowl,1,visible,1,,0,,8,\n", 2, []string{"shop:3 Bowl 8 USD"}, "variable, without variations × 1"},
		{"blank line and tab before the mark", "\n\t\ufeff" + wooHeader + "7,simple,,Mug,1,visible,1,,0,,12.50,\n8,simple,,Bowl,1,visible,1,,0,,free,\n", 2, []string{"shop:7 Mug 12.5 USD"}, "price that is no amount such as 15.00 USD: 4"},
		{"semicolons", strings.ReplaceAll(wooHeader+"7,simple,,Mug,1,visible,1,,0,,12.50,\n", ",", ";"), 1, []string{"shop:7 Mug 12.5 USD"}, ""},
		{"tabs", strings.ReplaceAll(wooHeader+"7,simple,,Mug,1,visible,1,,0,,12.50,\n", ",", "\t"), 1, []string{"shop:7 Mug 12.5 USD"}, ""},
		{"other types", wooHeader + "1,subscription,,A,1,visible,1,,0,,1,\n2,variable-subscription,B,B,1,visible,1,,0,,,\n3,subscription_variation,,B - C,1,visible,1,,0,,2,B\n", 3, []string{"shop:1 A 1 USD", "shop:2 B 2 USD"}, ""},
	}
	for _, tt := range tests {
		report := wantRead(t, tt.name, shopUSD(t), tt.text, tt.want, tt.leftOut)
		if report.Files[0].Format != "woocommerce" || report.Rows != tt.rows {
			t.Errorf("%s: got %s, want woocommerce and %d rows", tt.name, report, tt.rows)
		}
	}
}

// The headers of exports in the languages of the shops, of old and new versions. Some are only a part of the columns.
func TestRead_wooLanguages(t *testing.T) {
	tests := map[string]string{
		"ru":            `ID,Тип,Артикул,Имя,Опубликован,"рекомендуемый?","Видимость в каталоге","Краткое описание",Описание,"В наличии?","Базовая цена",Категории,Изображения`,
		"ru, newer":     `ID,Тип,Артикул,"GTIN, UPC, EAN или ISBN",Имя,Опубликован,Рекомендуемый?,"Видимость в каталоге","Краткое описание",Описание,Наличие,"Базовая цена",Категории,Изображения`,
		"de":            `ID,Typ,Artikelnummer,Name,Veröffentlicht,"Ist hervorgehoben?","Sichtbarkeit im Katalog",Kurzbeschreibung,Beschreibung,Vorrätig?,"Regulärer Preis",Kategorien,Bilder`,
		"fr":            `ID,Type,UGS,Nom,Publié,"Mis en avant ?","Visibilité dans le catalogue","Description courte",Description,"En stock ?","Tarif régulier",Catégories,Images`,
		"es":            `ID,Tipo,SKU,Nombre,Publicado,"¿Está destacado?","Visibilidad en el catálogo","Descripción corta",Descripción,¿Existencias?,"Precio normal",Categorías,Imágenes`,
		"it":            `ID,Tipo,COD,Nome,Pubblicato,"In primo piano?","Visibilità nel catalogo","Breve descrizione",Descrizione,"In stock?","Prezzo di listino",Categorie,Immagine`,
		"pt, Brazil":    `ID,Tipo,SKU,Nome,Publicado,"Em destaque?","Visibilidade no catálogo","Descrição curta",Descrição,"Em estoque?",Preço,Categorias,Imagens`,
		"pt, Portugal":  `ID,Tipo,REF,Nome,Publicado,"Em destaque?","Visibilidade no catálogo","Descrição breve",Descrição,"Em stock?","Preço normal",Categorias,Imagens`,
		"nl":            `ID,Type,SKU,"GTIN, UPC, EAN of ISBN",Naam,Gepubliceerd,Uitgelicht?,"Zichtbaarheid in catalogus","Korte beschrijving",Beschrijving,"Op voorraad?","Reguliere prijs",Categorieën,Afbeeldingen`,
		"pl":            `ID,Typ,SKU,Nazwa,Opublikowano,"Wyróżniony produkt?","Widoczność w katalogu","Krótki opis",Opis,"W magazynie?",Cena,Kategorie,Obrazki`,
		"tr":            `Kimlik,Tür,"Stok kodu (SKU)","GTIN, UPC, EAN veya ISBN",İsim,Yayımlanmış,"Öne çıkan?","Katalogda görünürlük","Kısa açıklama",Açıklama,Stokta?,"Normal fiyat",Kategoriler,Görseller`,
		"fields":        `id,type,sku,name,published,featured,catalog_visibility,short_description,description,stock_status,regular_price,category_ids,images`,
		"marks dropped": `id,tipo,sku,nome,publicado,em destaque,visibilidade no catalogo,descricao curta,descricao,em estoque,preco,categorias,imagens`,
	}
	for name, header := range tests {
		gtin := ""
		if strings.Contains(header, "GTIN") {
			gtin = "123,"
		}
		gifts, report := mustRead(t, shopUSD(t), header+"\n7,simple,M-1,"+gtin+"Mug,1,0,visible,Short.,Long.,0,\"12,50\",Home > Mugs,https://cdn.example/1.jpg\n")
		want := []*catalog.Gift{{
			ID: "shop:7", Name: "Mug", Description: "Short. Long.", Price: catalog.Money{Minor: 1250, Currency: "USD"}, Availability: catalog.OutOfStock,
			CategoryPath: "Home > Mugs", URL: "https://shop.example/?post_type=product&p=7", ImageURL: "https://cdn.example/1.jpg",
		}}
		said := cmpopts.IgnoreFields(catalog.Gift{}, "Source", "Category", "Kind", "PriceBasis", "Priced", "ImageAlt", "AgeFrom", "AgeTo", "Updated")
		if diff := cmp.Diff(want, gifts, said, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got := report.Files[0].Format; got != "woocommerce" {
			t.Errorf("%s: got format %s", name, got)
		}
	}
}

// A table of another shop has some of the columns, and names its currency.
func TestRead_wooOthers(t *testing.T) {
	_, report := mustRead(t, feed.Options{}, "id,nome,descrição,preço,estoque,categorias\n7,Caneca,,\"R$ 19,90\",5,Casa\n")
	if got := report.Files[0].Format; got != "csv" {
		t.Errorf("got format %s, want csv", got)
	}
}

// A whole export in a language whose headers are not known is read by the places of its columns.
func TestRead_wooPlaces(t *testing.T) {
	const (
		front    = `ID,Rodzaj,SKU,%sNazwa,Opublikowany,"Wyróżniony?","Widoczność w katalogu","Krótki opis",Opis,"Data początku","Data końca","Status podatku","Klasa podatku","W magazynie?",Magazyn,`
		low      = `"Niski stan",`
		back     = `"Zamówienia oczekujące?","Sprzedawany osobno?","Waga (kg)","Długość (cm)","Szerokość (cm)","Wysokość (cm)","Recenzje?","Notatka","Cena promocyjna",Cena,Kategorie,Tagi,Wysyłka,Obrazki,"Limit pobrań","Dni",Nadrzędny,Grupowane,Up-sells,Cross,"Zewnętrzny","Przycisk",Pozycja` + "\n"
		row      = `7,simple,M-1,%sKubek,1,0,visible,Short.,Long.,,,taxable,,1,5,`
		rowLow   = `2,`
		rowAfter = `0,0,0.5,1,2,3,1,,10,12.50,Dom > Kubki,herbata,,https://cdn.example/1.jpg,,,,,,,,,0` + "\n"
	)
	tests := map[string]string{
		"2017": fmt.Sprintf(front, "") + back + fmt.Sprintf(row, "") + rowAfter,
		"2018": fmt.Sprintf(front, "") + low + back + fmt.Sprintf(row, "") + rowLow + rowAfter,
		"2024": fmt.Sprintf(front, "EAN,") + low + back + fmt.Sprintf(row, "123,") + rowLow + rowAfter,
	}
	for name, text := range tests {
		gifts, report := mustRead(t, shopUSD(t), text)
		if diff := cmp.Diff([]string{"shop:7 Kubek 10 USD"}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if g := gifts[0]; g.CategoryPath != "Dom > Kubki" || g.Description != "Short. Long." || g.ImageURL != "https://cdn.example/1.jpg" || strings.Join(g.Tags, ",") != "herbata" {
			t.Errorf("%s: got %+v", name, g)
		}
		if got := report.String(); !strings.Contains(got, `column that is known by its place alone (line 1 "Rodzaj = type"`) {
			t.Errorf("%s: got %s, want it to say which columns are a guess", name, got)
		}
	}
	const part = "ID,Típus,SKU,Név,Közzétéve,Ár\n7,simple,,Kubek,1,12.50\n"
	if _, _, err := read(t, shopUSD(t), file("feed", part)); err == nil || !strings.Contains(err.Error(), "no format that is known here") {
		t.Errorf("a part of it: got error %v, want none that is known", err)
	}
}

func TestRead_wooStock(t *testing.T) {
	tests := []struct {
		inStock, stock, backorders string
		want                       catalog.Availability
	}{
		{"1", "", "0", catalog.InStock},
		{"1", "3", "0", catalog.InStock},
		{"", "", "", catalog.InStock},
		{"0", "", "0", catalog.OutOfStock},
		{"0", "3", "0", catalog.OutOfStock},
		{"1", "0", "0", catalog.OutOfStock},
		{"1", "0", "1", catalog.Backorder},
		{"1", "-2", "notify", catalog.Backorder},
		{"backorder", "", "1", catalog.Backorder},
		{"outofstock", "", "no", catalog.OutOfStock},
		{"onbackorder", "", "", catalog.Backorder},
		{"1", "parent", "0", catalog.InStock},
	}
	for _, tt := range tests {
		gifts, _ := mustRead(t, shopUSD(t), wooHeader+fmt.Sprintf("7,simple,,Mug,1,visible,%s,%s,%s,,12.50,\n", tt.inStock, tt.stock, tt.backorders))
		if got := gifts[0].Availability; got != tt.want {
			t.Errorf("%+v: got %s, want %s", tt, got, tt.want)
		}
	}
}

// A sale lasts from its first day, if there is one, through its last. All are imported on 20 November 2026.
func TestRead_wooSale(t *testing.T) {
	tests := []struct {
		from, until string
		want        int64 // cents
	}{
		{"", "", 800},
		{"2026-11-20", "", 800},
		{"2026-11-21", "", 1000},
		{"", "2026-11-20", 800},
		{"", "2026-11-19", 1000},
		{"2026-11-01 00:00:00", "2026-11-20 11:59:59", 1000},
		{"2026-11-01T00:00:00+00:00", "2026-11-30T23:59:59+00:00", 800},
	}
	for _, tt := range tests {
		gifts, _ := mustRead(t, shopUSD(t), export([]string{
			"ID", "7", "Type", "simple", "Name", "Mug", "Regular price", "10", "Sale price", "8",
			"Date sale price starts", tt.from, "Date sale price ends", tt.until,
		}))
		if got := gifts[0].Price.Minor; got != tt.want {
			t.Errorf("%q to %q: got %d, want %d", tt.from, tt.until, got, tt.want)
		}
	}
}

func TestRead_wooMeaning(t *testing.T) {
	tests := []struct {
		name    string
		columns []string
		want    catalog.Gift
	}{
		{"download", []string{"Type", "simple, downloadable, virtual", "Categories", "Music"}, catalog.Gift{Category: "music", Kind: catalog.Digital, CategoryPath: "Music"}},
		{"virtual", []string{"Type", "simple, virtual"}, catalog.Gift{Category: "home", Kind: catalog.Digital}},
		{"a virtual ticket", []string{"Type", "simple, virtual", "Categories", "Workshop"}, catalog.Gift{Category: "experiences", Kind: catalog.Experience, CategoryPath: "Workshop"}},
		{"gift card", []string{"Type", "gift-card"}, catalog.Gift{Category: "gift-cards", Kind: catalog.Digital, CategoryPath: "Arts & Entertainment > Party & Celebration > Gift Giving > Gift Cards & Certificates"}},
		{"deepest category", []string{"Categories", `Sale, Home > Mugs\, cups, Uncategorized`}, catalog.Gift{Category: "kitchen", Kind: catalog.Physical, CategoryPath: "Home > Mugs, cups"}},
		{"none", []string{"Categories", "Uncategorized"}, catalog.Gift{Category: "home", Kind: catalog.Physical}},
		{"external", []string{"Type", "external", "External URL", "https://other.example/p"}, catalog.Gift{Category: "home", Kind: catalog.Physical, URL: "https://other.example/p"}},
		{
			"texts",
			[]string{"Short description", `One\n<b>two</b>`, "Description", "'=three", "Attribute 1 name", "Colour", "Attribute 1 value(s)", `Blue, Green\, dark`, "Brands", "Oak"},
			catalog.Gift{Category: "home", Kind: catalog.Physical, Description: "One two =three Colour: Blue, Green, dark.", Brand: "Oak"},
		},
		{
			"lists",
			[]string{"Tags", `small, hot\, cold`, "Images", "https://cdn.example/a,b.jpg, https://cdn.example/c.jpg"},
			catalog.Gift{Category: "home", Kind: catalog.Physical, Tags: []string{"small", "hot cold"}, ImageURL: "https://cdn.example/a,b.jpg"},
		},
	}
	for _, tt := range tests {
		gifts, _ := mustRead(t, feed.Options{Currency: "USD"}, export(append([]string{"ID", "7", "Name", "Thing", "Regular price", "5", "Published", "1"}, tt.columns...)))
		said := cmpopts.IgnoreFields(catalog.Gift{}, "ID", "Source", "Name", "Price", "PriceBasis", "Priced", "Availability", "ImageAlt", "AgeFrom", "AgeTo", "Updated", "Interests")
		if diff := cmp.Diff(&tt.want, gifts[0], said, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestRead_wooFileErrors(t *testing.T) {
	tests := []struct{ name, currency, format, text, want string }{
		{"no currency", "", "", wooHeader + "7,simple,,Mug,1,visible,1,,0,,12.50,\n", "an export from WooCommerce has no currency; name the one that the shop sells in, such as --currency EUR"},
		{"another file", "USD", "woocommerce", "id,title,price\n1,Mug,9 USD\n", "its first line names no columns of an export from WooCommerce"},
		{"cut", "USD", "", wooHeader + "7,simple,,Mug,1,visible,1,,0,,12.50,\n8,sim", "the file is cut: its last line, 3, ends after 2 of 12 columns"},
	}
	for _, tt := range tests {
		_, _, err := read(t, feed.Options{Currency: tt.currency, Format: tt.format}, file("feed", tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want %q", tt.name, err, tt.want)
		}
	}
}
