package lexicon_test

import "testing"

func TestEnglish_czech(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"narozeniny", "pro přítele, který má rád deskové hry a pivo", "birthday", "boyfriend", []string{"board games", "beer"}, nil},
		{"Vánoce", "moje maminka, ráda peče a zahradničí, nemá ráda čokoládu", "Christmas", "mother", []string{"baking", "gardening"}, []string{"dislikes chocolate"}},
		{"svátek", "kolegyně, alergická na ořechy, miluje kávu", "name day", "colleague", []string{"coffee"}, []string{"allergic to nuts"}},
		{"k promoci", "sestra, která se zajímá o fotografování", "graduation", "sister", []string{"photography"}, nil},
		{"50. narozeniny", "tatínek, jezdí na kole a nepije alkohol", "birthday", "father", []string{"cycling"}, []string{"50th birthday", "doesn't drink alcohol"}},
		{"Mikuláš", "pětiletá dcera, která miluje dinosaury", "Saint Nicholas Day", "daughter", []string{"dinosaurs"}, []string{"5-year-old"}},
		{"kolaudace nového bytu", "sousedé, už mají kávovar", "housewarming", "neighbor", nil, []string{"already has coffee machine"}},
	})
}

func TestEnglish_danish(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"fødselsdag", "min kone elsker haven og bøger", "birthday", "wife", []string{"gardening", "reading"}, nil},
		{"jul", "min far, der godt kan lide at fiske, men ikke drikker alkohol", "Christmas", "father", []string{"fishing"}, []string{"doesn't drink alcohol"}},
		{"studentergave", "min niece på 19 år, vild med madlavning", "graduation", "niece", []string{"cooking"}, []string{"19-year-old"}},
		{"barnedåb", "min søsters datter på 8 måneder", "baptism", "sister", nil, []string{"8 months old"}},
		{"bryllup", "et vennepar, som elsker brætspil og vin", "wedding", "friend", []string{"board games", "wine"}, nil},
		{"værtindegave", "nabo med nøddeallergi, går op i kaffe", "host gift", "neighbor", []string{"coffee"}, []string{"nuts allergy"}},
		{"60-års fødselsdag", "mormor strikker og kan ikke lide parfume", "birthday", "grandmother", []string{"knitting"}, []string{"60th birthday", "dislikes perfume"}},
	})
}

func TestEnglish_finnish(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"syntymäpäivä", "vaimolleni, joka rakastaa puutarhanhoitoa", "birthday", "wife", []string{"gardening"}, nil},
		{"joululahja", "isälle, joka tykkää kalastaa eikä juo alkoholia", "Christmas", "father", []string{"fishing"}, []string{"doesn't drink alcohol"}},
		{"tupaantuliaiset", "ystävät pitävät lautapeleistä ja kahvista", "housewarming", "friend", []string{"board games", "coffee"}, nil},
		{"valmistujaiset", "siskolle, allerginen pähkinöille, harrastaa valokuvausta", "graduation", "sister", []string{"photography"}, []string{"allergic to nuts"}},
		{"läksiäiset", "työkaverille, ei pidä suklaasta", "farewell", "colleague", nil, []string{"dislikes chocolate"}},
		{"nimipäivä", "8-vuotias kummityttö, tykkää hevosista", "name day", "godchild", []string{"horse riding"}, []string{"8-year-old"}},
		{"isänpäivä", "koiraihminen, jolla on jo teltta", "Father's Day", "", []string{"dogs"}, []string{"already has tent"}},
	})
}

func TestEnglish_hungarian(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"születésnap", "a barátnőmnek, aki szereti a társasjátékokat", "birthday", "girlfriend", []string{"board games"}, nil},
		{"karácsonyra", "édesapámnak, aki szeret horgászni, de nem iszik alkoholt", "Christmas", "father", []string{"fishing"}, []string{"doesn't drink alcohol"}},
		{"névnap", "kolléganőmnek, imádja a kávét, nem szereti az édességet", "name day", "colleague", []string{"coffee"}, []string{"dislikes sweets"}},
		{"ballagás", "unokahúgom, 18 éves, rajzol és olvas", "graduation", "niece", []string{"drawing", "reading"}, []string{"18-year-old"}},
		{"anyák napja", "anyukám, laktózérzékeny, kertészkedik", "Mother's Day", "mother", []string{"gardening"}, []string{"lactose intolerance"}},
		{"lakásavató", "szomszédok, már van kávéfőzőjük, szeretik a bort", "housewarming", "neighbor", []string{"wine"}, []string{"already has coffee machine"}},
		{"lakásavató", "barát, alkohol nélkül, szereti a főzést", "housewarming", "friend", []string{"cooking"}, []string{"without alcohol"}},
		{"nyugdíjba megy", "főnököm, gluténmentes, sakkozik", "retirement", "boss", []string{"chess"}, []string{"gluten-free"}},
	})
}

func TestEnglish_indonesian(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"ulang tahun", "istri saya suka memasak dan tanaman hias", "birthday", "wife", []string{"cooking", "houseplants"}, nil},
		{"lebaran", "ibu mertua yang tidak makan daging, suka teh", "Eid", "mother-in-law", []string{"tea"}, []string{"doesn't eat meat"}},
		{"pernikahan", "teman kantor yang hobi fotografi", "wedding", "colleague", []string{"photography"}, nil},
		{"wisuda", "adik perempuan, alergi kacang, suka membaca", "graduation", "sister", []string{"reading"}, []string{"allergic to nuts"}},
		{"ulang tahun ke-6", "keponakan laki-laki yang suka dinosaurus", "birthday", "nephew", []string{"dinosaurs"}, []string{"6th birthday"}},
		{"rumah baru", "tetangga, sudah punya mesin kopi", "housewarming", "neighbor", nil, []string{"already has coffee machine"}},
		{"hari ayah", "ayah suka memancing tapi tidak suka kopi", "Father's Day", "father", []string{"fishing"}, []string{"dislikes coffee"}},
	})
}

func TestEnglish_dutch(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"verjaardag", "mijn vriend die graag bordspellen speelt", "birthday", "boyfriend", []string{"board games"}, nil},
		{"Sinterklaas", "dochtertje van 5 jaar, dol op dinosaurussen", "Saint Nicholas Day", "daughter", []string{"dinosaurs"}, []string{"5-year-old"}},
		{"pensioen", "collega die van fietsen houdt, drinkt geen alcohol", "retirement", "colleague", []string{"cycling"}, []string{"doesn't drink alcohol"}},
		{"kraambezoek", "kersverse ouders", "new baby", "new parents", nil, nil},
		{"housewarming", "buren met een notenallergie, gek op koken", "housewarming", "neighbor", []string{"cooking"}, []string{"nuts allergy"}},
		{"moederdag", "mama houdt van tuinieren, houdt niet van chocolade", "Mother's Day", "mother", []string{"gardening"}, []string{"dislikes chocolate"}},
		{"bruiloft", "vrienden, hebben al een koffiemachine, wijnliefhebbers", "wedding", "friend", []string{"wine"}, []string{"already has coffee machine"}},
	})
}

func TestEnglish_norwegian(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"bursdag", "kjæresten min elsker fjellturer og kaffe", "birthday", "partner", []string{"hiking", "coffee"}, nil},
		{"julegave", "pappa er glad i å fiske, men drikker ikke", "Christmas", "father", []string{"fishing"}, []string{"doesn't drink"}},
		{"dåp", "fadderbarn", "baptism", "godchild", nil, nil},
		{"innflyttingsgave", "naboer, er opptatt av interiør, tåler ikke nøtter", "housewarming", "neighbor", []string{"home decor"}, []string{"can't have nuts"}},
		{"40-årsdag", "søsteren min, strikker og liker ikke sjokolade", "birthday", "sister", []string{"knitting"}, []string{"40th birthday", "dislikes chocolate"}},
		{"vertinnegave", "sjefen, glutenfri, vinelsker", "host gift", "boss", []string{"wine"}, []string{"gluten-free"}},
		{"barnebursdag", "seksåring som elsker dinosaurer", "birthday", "", []string{"dinosaurs"}, []string{"6-year-old"}},
	})
}

func TestEnglish_polish(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"urodziny", "dla chłopaka, który lubi gry planszowe i piwo", "birthday", "boyfriend", []string{"board games", "beer"}, nil},
		{"imieniny", "koleżanka z pracy, uczulona na orzechy, uwielbia kawę", "name day", "colleague", []string{"coffee"}, []string{"allergic to nuts"}},
		{"Boże Narodzenie", "mama lubi piec ciasta, ale nie lubi czekolady", "Christmas", "mother", []string{"baking"}, []string{"dislikes chocolate"}},
		{"Mikołajki", "sześcioletni siostrzeniec, kocha dinozaury", "Saint Nicholas Day", "nephew", []string{"dinosaurs"}, []string{"6-year-old"}},
		{"przejście na emeryturę", "szef jeździ na rowerze i nie pije alkoholu", "retirement", "boss", []string{"cycling"}, []string{"doesn't drink alcohol"}},
		{"parapetówka", "sąsiedzi, mają już ekspres do kawy", "housewarming", "neighbor", nil, []string{"already has coffee machine"}},
		{"rocznica ślubu", "żona interesuje się fotografią i podróżami", "anniversary", "wife", []string{"photography", "travel"}, nil},
	})
}

func TestEnglish_romanian(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"zi de naștere", "pentru soția mea, îi place grădinăritul", "birthday", "wife", []string{"gardening"}, nil},
		{"Crăciun", "tatăl meu, pasionat de pescuit, nu bea alcool", "Christmas", "father", []string{"fishing"}, []string{"doesn't drink alcohol"}},
		{"ziua mamei", "mama iubește florile și ceaiul", "Mother's Day", "mother", []string{"flowers", "tea"}, nil},
		{"nuntă", "prieteni care au deja un espressor", "wedding", "friend", nil, []string{"already has coffee machine"}},
		{"absolvire", "verișoara mea, alergică la nuci, adoră să citească", "graduation", "cousin", []string{"reading"}, []string{"allergic to nuts"}},
		{"onomastică", "colega de birou, nu îi place ciocolata", "name day", "colleague", nil, []string{"dislikes chocolate"}},
		{"botez", "finul meu de 1 an", "baptism", "godchild", nil, nil},
	})
}

func TestEnglish_swedish(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"födelsedag", "min sambo som älskar brädspel och matlagning", "birthday", "partner", []string{"board games", "cooking"}, nil},
		{"julklapp", "pappa tycker om att fiska men dricker inte alkohol", "Christmas", "father", []string{"fishing"}, []string{"doesn't drink alcohol"}},
		{"studenten", "min systerdotter, 19 år, intresserad av fotografi", "graduation", "niece", []string{"photography"}, []string{"19-year-old"}},
		{"inflyttningspresent", "granne, har redan en kaffebryggare, växter", "housewarming", "neighbor", []string{"houseplants"}, []string{"already has coffee machine"}},
		{"mors dag", "mamma med nötallergi, gillar trädgård", "Mother's Day", "mother", []string{"gardening"}, []string{"nuts allergy"}},
		{"50-årsdag", "arbetskamrat, chokladälskare, äter inte kött", "birthday", "colleague", []string{"chocolate"}, []string{"50th birthday", "doesn't eat meat"}},
		{"dop", "min väns bebis", "baptism", "", nil, nil},
	})
}

func TestEnglish_turkish(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"doğum günü", "eşim için, yemek yapmayı ve kahveyi sever", "birthday", "partner", []string{"cooking", "coffee"}, nil},
		{"yılbaşı", "babam balık tutmayı sever, alkol içmez", "New Year", "father", []string{"fishing"}, []string{"doesn't drink alcohol"}},
		{"anneler günü", "annem bahçe işlerini seviyor, çikolata sevmez", "Mother's Day", "mother", []string{"gardening"}, []string{"dislikes chocolate"}},
		{"mezuniyet", "kız kardeşim, fındık alerjisi var, kitap okumayı seviyor", "graduation", "sister", []string{"reading"}, []string{"hazelnuts allergy"}},
		{"doğum günü", "6 yaşında erkek çocuk, dinozorları seviyor", "birthday", "child", []string{"dinosaurs"}, []string{"6-year-old"}},
		{"ev hediyesi", "çikolata sevmeyen bir arkadaşım", "housewarming", "friend", nil, []string{"dislikes chocolate"}},
		{"yılbaşı", "arkadaşım, alkol olmadan, satranç meraklısı", "New Year", "friend", []string{"chess"}, []string{"without alcohol"}},
		{"emeklilik", "iş arkadaşım, glutensiz, satranç meraklısı", "retirement", "colleague", []string{"chess"}, []string{"gluten-free"}},
	})
}
