package suggest_test

import (
	"slices"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// What people say in their own languages, and what it means.
func TestRead_languages(t *testing.T) {
	engine := builtIn(t)
	tests := []struct {
		occasion, recipient string
		wantOccasion, want  string // in the form of reading
	}{
		// Italian
		{"compleanno", "mia sorella, ama il giardinaggio e la ceramica", "birthday", "sister, loves gardening, pottery"},
		{"anniversario di matrimonio", "mia moglie, appassionata di fotografia", "anniversary", "wife, 18-120, loves photography"},
		{"Natale", "nipotina di 6 anni a cui piacciono i cavalli", "Christmas", "granddaughter, 6, loves horse riding"},
		{"festa della mamma", "mamma celiaca, le piace cucinare", "Mother's Day", "mother, 18-120, loves cooking, not gluten"},
		{"pensionamento", "collega che non beve e ama la pesca", "retirement", "colleague, 18-120, loves fishing, not alcohol"},
		{"laurea", "cugino a cui non piace il caffè, ma adora il tè", "graduation", "cousin, loves tea, not coffee"},
		{"compleanno", "amica allergica alle noci che legge molti gialli", "birthday", "friend, loves reading, mysteries, not nuts"},
		{"compleanno", "mio padre compie 70 anni, ha già un Kindle", "birthday", "father, 70, not kindle"},
		{"battesimo", "senza glutine e senza lattosio", "baptism", "not gluten, lactose"},
		{"onomastico", "nonno, gioca a scacchi", "name day", "grandfather, 45-120, loves chess"},
		{"quarantesimo compleanno", "mio marito, niente alcol né dolci", "birthday", "husband, 40, not alcohol, sweets"},
		// Whose teacher it is, whose age: as in English.
		{"Natale", "la maestra di mio figlio", "Christmas", "teacher, 18-120"},
		{"compleanno", "mia suocera di 65 anni che ama i fiori ma non i profumi", "birthday", "mother-in-law, 65, loves flowers, not perfume"},

		// Portuguese
		{"aniversário", "minha irmã, adora cozinhar e viajar", "birthday", "sister, loves cooking, travel"},
		{"aniversário de casamento", "meu marido, gosta de vinho", "anniversary", "husband, 18-120, loves wine"},
		{"Dia dos Pais", "pai que não bebe, gosta de churrasco", "Father's Day", "father, 18-120, loves barbecue, not alcohol"},
		{"formatura", "sobrinha de 22 anos, apaixonada por fotografia", "graduation", "niece, 22, loves photography"},
		{"Natal", "avô que não gosta de chocolate", "Christmas", "grandfather, 45-120, not chocolate"},
		{"amigo secreto", "colega alérgica a amendoim", "Secret Santa", "colleague, 18-120, not peanuts"},
		{"casamento", "amigos que já têm uma cafeteira", "wedding", "friend, not coffee machine"},
		{"Dia das Crianças", "menina de oito anos que ama desenhar", "Children's Day", "child, 8, loves drawing"},
		{"Páscoa", "vizinha vegana, sem lactose", "Easter", "neighbor, loves vegan food, not lactose"},

		// Vietnamese
		{"sinh nhật", "mẹ thích nấu ăn và cây cảnh", "birthday", "mother, 18-120, loves cooking, houseplants"},
		{"sinh nhật", "bà ngoại 70 tuổi, thích uống trà", "birthday", "grandmother, 70, loves tea"},
		{"đám cưới", "bạn thân", "wedding", "best friend"},
		{"Giáng sinh", "em gái mê mèo, không thích sô cô la", "Christmas", "sister, loves cats, not chocolate"},
		{"tốt nghiệp", "em trai thích bóng đá", "graduation", "brother, loves football"},
		{"tân gia", "đồng nghiệp không uống rượu bia", "housewarming", "colleague, 18-120, not alcohol"},
		{"sinh nhật", "chồng tôi bị dị ứng đậu phộng, thích câu cá", "birthday", "husband, 18-120, loves fishing, not peanuts"},
		{"Tết", "bạn không ăn hải sản", "Lunar New Year", "friend, not seafood"},
		{"sinh nhật", "con gái 5 tuổi thích búp bê", "birthday", "daughter, 5, loves dolls"},
		// What somebody owns is a thing, and no taste.
		{"sinh nhật lần thứ 60", "bố tôi đã có máy ảnh, thích du lịch", "birthday", "father, 60, loves travel, not camera"},
		{"sinh nhật", "ông không uống rượu, thích cờ tướng", "birthday", "grandfather, 45-120, loves board games, not alcohol"},
		{"8/3", "vợ tôi thích nước hoa", "Women's Day", "wife, 18-120, loves perfume"},
		// Without diacritics, as it is often typed.
		{"giang sinh", "ban toi thich nau an", "Christmas", "friend, loves cooking"},

		// Spanish
		{"cumpleaños", "mi hermana, le encanta la jardinería", "birthday", "sister, loves gardening"},
		{"aniversario", "mi esposa, le gustan el vino y los viajes", "anniversary", "wife, 18-120, loves wine, travel"},
		{"Reyes", "sobrina de 9 años, le gusta dibujar", "Three Kings' Day", "niece, 9, loves drawing"},
		{"cumpleaños", "hombre de 40 años, no le gusta el chocolate", "birthday", "40, not chocolate"},
		{"Día de la Madre", "mamá, el café no le gusta, pero adora el té", "Mother's Day", "mother, 18-120, loves tea, not coffee"},
		{"jubilación", "compañero de trabajo que no bebe, aficionado a la pesca", "retirement", "colleague, 18-120, loves fishing, not alcohol"},
		{"boda", "amigos, sin alcohol", "wedding", "friend, not alcohol"},
		{"amigo invisible", "compañera alérgica a los frutos secos", "Secret Santa", "colleague, 18-120, not nuts"},
		{"Navidad", "abuelo, ya tiene una bicicleta", "Christmas", "grandfather, 45-120, not bicycle"},
		{"cumpleaños", "hijo de once años, loco por los dinosaurios", "birthday", "son, 11, loves dinosaurs"},

		// French
		{"anniversaire", "ma sœur, passionnée de jardinage", "birthday", "sister, loves gardening"},
		{"anniversaire de mariage", "mon mari, il aime le fromage et le vin", "anniversary", "husband, 18-120, loves cheese, wine"},
		{"anniversaire", "mon frère, pour ses 30 ans", "birthday", "brother, 30"},
		{"pendaison de crémaillère", "amis qui ne boivent pas d'alcool", "housewarming", "friend, not alcohol"},
		{"Noël", "tante allergique aux noix, adore la lecture", "Christmas", "aunt, 18-120, loves reading, not nuts"},
		{"fête des Mères", "maman qui n'aime pas le chocolat mais adore les fleurs", "Mother's Day", "mother, 18-120, loves flowers, not chocolate"},
		{"départ à la retraite", "collègue, féru d'astronomie", "retirement", "colleague, 18-120, loves astronomy"},
		{"baptême", "sans gluten", "baptism", "not gluten"},
		{"anniversaire", "papa a déjà une guitare", "birthday", "father, 18-120, not guitar"},
		{"Saint-Valentin", "ma copine fait de l'escalade et de l'aquarelle", "Valentine's Day", "girlfriend, loves climbing, watercolour"},

		// German
		{"Geburtstag", "meine Schwester, sie liebt Gartenarbeit", "birthday", "sister, loves gardening"},
		{"Hochzeitstag", "meine Frau, begeistert von Fotografie", "anniversary", "wife, 18-120, loves photography"},
		{"40. Geburtstag", "Kollegin, kein Alkohol", "birthday", "colleague, 40, not alcohol"},
		{"Einschulung", "sechsjähriger Neffe, mag Pferde", "back to school", "nephew, 6, loves horse riding"},
		{"Weihnachten", "Oma mit Nussallergie, strickt gern", "Christmas", "grandmother, 45-120, loves knitting, not nuts"},
		{"Geburtstag", "Freund, Schokolade mag er nicht, aber Kaffee", "birthday", "friend, loves coffee, not chocolate"},
		{"Ruhestand", "Chef, der nicht trinkt und gerne wandert", "retirement", "boss, 18-120, loves hiking, not alcohol"},
		{"Muttertag", "Mama, glutenfrei, Krimifan", "Mother's Day", "mother, 18-120, loves mysteries, not gluten"},
		{"Einweihungsparty", "Nachbarn, die schon einen Grill haben", "housewarming", "neighbor, not grill"},
		{"60. Geburtstag", "Vater, der weder Bier noch Wein mag", "birthday", "father, 60, not beer, wine"},
		{"Geburtstag", "Kollege, der keinen Fußball mag, aber Tennis", "birthday", "colleague, 18-120, loves tennis, not football"},
		{"Geburtstag", "Whiskyliebhaber", "birthday", "loves whisky"},
		{"Geburtstag", "Patenkind wird 7, Fußballfan", "birthday", "godchild, 7, loves football"},

		// Languages of which the common words are known.
		{"誕生日", "母、ガーデニングが好き", "birthday", "mother, 18-120, loves gardening"},
		{"結婚祝い", "料理が好きな友達", "wedding", "friend, loves cooking"},
		{"誕生日", "6歳の男の子、恐竜が大好き", "birthday", "child, 6, loves dinosaurs"},
		{"誕生日", "父、お酒を飲まない、釣りが好き", "birthday", "father, 18-120, loves fishing, not alcohol"},
		{"生日", "妈妈喜欢园艺", "birthday", "mother, 18-120, loves gardening"},
		{"圣诞节", "6岁男孩，喜欢恐龙", "Christmas", "child, 6, loves dinosaurs"},
		{"毕业", "同事，不喝酒，喜欢摄影", "graduation", "colleague, 18-120, loves photography, not alcohol"},
		{"生日", "朋友不喜欢巧克力", "birthday", "friend, not chocolate"},
		{"verjaardag", "oma die graag breit, geen chocolade", "birthday", "grandmother, 45-120, loves knitting, not chocolate"},
		{"kerst", "neefje van 6 jaar dol op dinosaurussen", "Christmas", "nephew, 6, loves dinosaurs"},
		{"urodziny", "babcia, która lubi ogród", "birthday", "grandmother, 45-120, loves gardening"},
		{"parapetówka", "przyjaciel nie pije alkoholu", "housewarming", "friend, not alcohol"},
	}
	for _, tt := range tests {
		got := engine.Suggest(suggest.Brief{Occasion: tt.occasion, Recipient: tt.recipient, Budget: usd(80), Limit: 6}).Understood
		if got.Occasion != tt.wantOccasion {
			t.Errorf("%q: got occasion %q, want %q", tt.occasion, got.Occasion, tt.wantOccasion)
		}
		if got := reading(got); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.recipient, got, tt.want)
		}
	}
}

// A word counts for a language only where it is one of it.
func TestRead_falseFriends(t *testing.T) {
	engine := builtIn(t)
	tests := []struct {
		recipient string
		want      string // in the form of reading
	}{
		{"friend who loves to chat", "friend"},
		{"amie qui adore son chat", "friend, loves cats"},
		{"friend with back pain who loves tea", "friend, loves spa, tea"},
		{"friend who collects coins, once a week", "friend, loves coins and stamps"},
		{"my niece named Sage who loves wine tours", "niece, loves wine"},
		{"colega, no come mantequilla", "colleague, 18-120, not butter"},
		{"amico, senza burro", "friend, not butter"},
		{"Freund, ein Gift", "friend"},
		{"my boss has a canto cane", "boss, 18-120"},
		{"mio fratello ama il suo cane", "brother, loves dogs"},
		{"dad, prima ballerina, Die Hard fan", "father, 18-120, loves dancing"},
		{"neighbor who works on a fast boat", "neighbor, loves sailing"},
	}
	for _, tt := range tests {
		got := engine.Suggest(suggest.Brief{Occasion: "birthday", Recipient: tt.recipient, Budget: usd(80), Limit: 6}).Understood
		if got := reading(got); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.recipient, got, tt.want)
		}
	}
}

// Alcohol is for no child, in whatever language the age is told.
func TestRead_minorsInLanguages(t *testing.T) {
	engine := builtIn(t)
	for _, recipient := range []string{
		"figlio di 15 anni che ama il vino", "filho de 15 anos que gosta de vinho", "con trai 15 tuổi thích rượu vang",
		"hijo de 15 años, le gusta el vino", "fils de 15 ans qui aime le vin", "fünfzehnjähriger Sohn, mag Wein",
	} {
		a := engine.Suggest(suggest.Brief{Occasion: "birthday", Recipient: recipient, Budget: usd(80), Limit: 20})
		if u := a.Understood; u.Ages == nil || *u.Ages != (suggest.AgeRange{From: 15, To: 15}) || !slices.Contains(u.Interests, "wine") {
			t.Errorf("%q: got %s, want 15 years and wine", recipient, reading(u))
		}
		for _, p := range a.Picks {
			if noChild.MatchString(description(p.Gift)) {
				t.Errorf("%q: got %s", recipient, p.Name)
			}
		}
	}
}

// The ages at which it counts most whether they are understood are told in words too.
func TestRead_agesInWords(t *testing.T) {
	tests := []struct {
		recipient string
		want      int // years
	}{
		{"صديق عمره خمسة عشر عاما", 15},
		{"صديقة عمرها ست عشرة سنة", 16},
		{"kamarád, šestnáctiletý, má rád víno", 16},
		{"ven, seksten år", 16},
		{"ein sechzehnjähriger Freund", 16},
		{"δεκαεξάχρονος φίλος", 16},
		{"φίλη δεκαεπτά χρονών", 17},
		{"friend who is sixteen", 16},
		{"amigo de dieciséis años", 16},
		{"kuusitoistavuotias ystävä", 16},
		{"ystävä, seitsemäntoista vuotta", 17},
		{"un ami, seize ans", 16},
		{"חבר בן שש עשרה", 16},
		{"सोलह साल का दोस्त", 16},
		{"tizenhat éves barát", 16},
		{"teman, enam belas tahun", 16},
		{"amico di sedici anni", 16},
		{"十六歳の友達", 16},
		{"二十五歳の友達", 25},
		{"열여섯 살 친구", 16},
		{"vriend, zestien jaar", 16},
		{"venn, seksten år", 16},
		{"szesnastoletni kolega", 16},
		{"kolega, szesnaście lat", 16},
		{"amigo de dezesseis anos", 16},
		{"prieten, șaisprezece ani", 16},
		{"другу шестнадцать лет", 16},
		{"друг шестнадцати лет", 16},
		{"семнадцатилетняя подруга", 17},
		{"kompis, sexton år", 16},
		{"เพื่อนอายุสิบหกปี", 16},
		{"on altı yaşında arkadaşım", 16},
		{"другу шістнадцять років", 16},
		{"сімнадцятирічна подруга", 17},
		{"bạn mười sáu tuổi", 16},
		{"十六岁的朋友", 16},
		{"三十五歲的朋友", 35},
	}
	for _, tt := range tests {
		u := ask(t, shop(), suggest.Brief{Recipient: tt.recipient}).Understood
		if u.Ages == nil || *u.Ages != (suggest.AgeRange{From: tt.want, To: tt.want}) || u.Relationship != "friend" && u.Relationship != "colleague" {
			t.Errorf("%q: got %s, want a friend of %d years", tt.recipient, reading(u), tt.want)
		}
	}
}

// A shop need not be in the language of the brief, nor in English.
func TestSuggest_foreignShop(t *testing.T) {
	gift := func(id, name, description string, cautions ...string) catalog.Gift {
		return catalog.Gift{
			ID: id, Name: name, Description: description, Category: "home", Kind: catalog.Physical, Price: usd(20),
			AgeTo: catalog.MaxAge, Cautions: cautions,
		}
	}
	engine := newEngine([]catalog.Gift{
		gift("chess", "Scacchiera in legno con scacchi", "Un regalo per chi ama gli scacchi e i giochi da tavolo."),
		gift("garden", "Gartenset mit Handschuhen", "Für alle, die gerne im Garten arbeiten und Pflanzen lieben."),
		gift("nuts", "Crema di nocciole artigianale", "Fatta a mano con nocciole e zucchero.", "contiene nocciole"),
		gift("tea", "Coffret de thé vert", "Un coffret pour celles et ceux qui aiment le thé."),
	})
	tests := []struct {
		recipient string
		first     string // the id of the best gift, "" for any
		never     string
	}{
		{"friend who loves chess", "chess", ""},
		{"amico che gioca a scacchi", "chess", ""},
		{"Freundin, liebt Gartenarbeit", "garden", ""},
		{"amiga que adora jardinagem", "garden", ""},
		{"bạn thích uống trà", "tea", ""},
		{"friend allergic to hazelnuts", "", "nuts"},
		{"Freund mit Haselnussallergie", "", "nuts"},
		{"amie allergique aux noisettes, aime le thé", "tea", "nuts"},
	}
	for _, tt := range tests {
		picks := engine.Suggest(suggest.Brief{Occasion: "birthday", Recipient: tt.recipient, Budget: usd(80), Limit: 6}).Picks
		if tt.first != "" && (len(picks) == 0 || picks[0].ID != tt.first) {
			t.Errorf("%q: got %v, want %s first", tt.recipient, picks, tt.first)
		}
		if slices.ContainsFunc(picks, func(p suggest.Pick) bool { return p.ID == tt.never }) {
			t.Errorf("%q: got %s", tt.recipient, tt.never)
		}
	}
}
