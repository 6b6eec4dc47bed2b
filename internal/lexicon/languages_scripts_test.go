package lexicon_test

import (
	"slices"
	"strings"
	"testing"

	"giftserver/internal/lexicon"
)

// inEnglish returns an occasion and who the gift is for in English, with single spaces.
func inEnglish(occasion, recipient string) (englishOccasion, englishRecipient string) {
	texts, _ := lexicon.Default().English(occasion, recipient)
	return strings.Join(strings.Fields(texts[0]), " "), strings.Join(strings.Fields(texts[1]), " ")
}

// labels returns the labels of a kind that a text means.
func labels(kind lexicon.Kind, text string) []string {
	var list []string
	for _, f := range lexicon.Default().Find(kind, lexicon.Words(text)) {
		list = append(list, f.Label)
	}
	return list
}

// A scriptBrief is a brief and what must be found in it.
type scriptBrief struct {
	occasion, recipient string
	wantOccasion        string
	wantPerson          string   // the first relationship; "" for none
	wantInterests       []string // among those found
	wantText            string   // in the English for the recipient: an age, or what is to be kept away from
}

func checkBriefs(t *testing.T, tests []scriptBrief) {
	t.Helper()
	for _, tt := range tests {
		occasion, recipient := inEnglish(tt.occasion, tt.recipient)
		if got := labels(lexicon.Occasion, occasion); !slices.Contains(got, tt.wantOccasion) {
			t.Errorf("%q: got occasions %q in %q, want %s", tt.occasion, got, occasion, tt.wantOccasion)
		}
		got := append(labels(lexicon.Relationship, recipient), "")[0]
		if got != tt.wantPerson {
			t.Errorf("%q: got %q first in %q, want %q", tt.recipient, got, recipient, tt.wantPerson)
		}
		interests := labels(lexicon.Interest, recipient)
		for _, want := range tt.wantInterests {
			if !slices.Contains(interests, want) {
				t.Errorf("%q: got interests %q in %q, want %s", tt.recipient, interests, recipient, want)
			}
		}
		if !strings.Contains(recipient, tt.wantText) {
			t.Errorf("%q: got %q, want %q in it", tt.recipient, recipient, tt.wantText)
		}
	}
}

func TestEnglish_greek(t *testing.T) {
	checkBriefs(t, []scriptBrief{
		{"γενέθλια", "για τη μητέρα μου που λατρεύει την κηπουρική", "birthday", "mother", []string{"gardening"}, ""},
		{"Χριστούγεννα", "ανιψιός 6 ετών, του αρέσουν οι δεινόσαυροι", "Christmas", "nephew", []string{"dinosaurs"}, "6-year-old"},
		{"επέτειος γάμου", "ο άντρας μου, δεν τρώει ψάρι, του αρέσει το κρασί", "anniversary", "husband", []string{"wine"}, "doesn't eat fish"},
		{"συνταξιοδότηση", "συνάδελφος που δεν πίνει και αγαπάει το ψάρεμα", "retirement", "colleague", []string{"fishing"}, "doesn't drink"},
		{"ΓΙΟΡΤΗ ΤΗΣ ΜΗΤΕΡΑΣ", "μαμά αλλεργική στα φουντούκια, διαβάζει πολύ", "Mother's Day", "mother", []string{"reading"}, "allergic to hazelnuts"},
		{"ονομαστική γιορτή", "για τον παππού, παίζει τάβλι, χωρίς ζάχαρη", "name day", "grandfather", []string{"board games"}, "without sugar"},
		{"βάφτιση", "φίλοι που έχουν ήδη καφετιέρα", "baptism", "friend", nil, "already has coffee machine"},
	})
}

func TestEnglish_russian(t *testing.T) {
	checkBriefs(t, []scriptBrief{
		{"день рождения", "подруге, которая увлекается йогой и любит готовить", "birthday", "friend", []string{"yoga", "cooking"}, ""},
		{"8 марта", "мама, обожает цветы и садоводство", "Women's Day", "mother", []string{"flowers", "gardening"}, ""},
		{"Новый год", "сыну 7 лет, любит динозавров и лего", "New Year", "son", []string{"dinosaurs", "building toys"}, "7-year-old"},
		{"юбилей", "папе исполняется 60 лет, заядлый рыбак, уже есть палатка", "birthday", "father", []string{"fishing"}, "already has tent"},
		{"новоселье", "коллеге, шоколад не любит, но любит кофе", "housewarming", "colleague", []string{"coffee"}, "dislikes chocolate"},
		{"свадьба", "друзья не пьют алкоголь, увлекаются настольными играми", "wedding", "friend", []string{"board games"}, "doesn't drink alcohol"},
		{"годовщина свадьбы", "жене, у неё аллергия на орехи", "anniversary", "wife", nil, "allergic to nuts"},
	})
}

func TestEnglish_ukrainian(t *testing.T) {
	checkBriefs(t, []scriptBrief{
		{"день народження", "племінник 6 років, любить динозаврів", "birthday", "nephew", []string{"dinosaurs"}, "6-year-old"},
		{"8 березня", "бабуся любить в'язати, алергія на пилок", "Women's Day", "grandmother", []string{"knitting"}, "allergic to pollen"},
		{"річниця весілля", "дружині, яка захоплюється фотографією, не їсть м'яса", "anniversary", "wife", []string{"photography"}, "doesn't eat meat"},
		{"День святого Миколая", "донечці, їй подобається малювати", "Saint Nicholas Day", "daughter", []string{"drawing"}, ""},
		{"новосілля", "сусіди, які не п'ють, люблять настільні ігри", "housewarming", "neighbor", []string{"board games"}, "doesn't drink"},
		{"вихід на пенсію", "колега, полюбляє риболовлю та каву, без цукру", "retirement", "colleague", []string{"fishing", "coffee"}, "without sugar"},
	})
}

func TestEnglish_arabic(t *testing.T) {
	checkBriefs(t, []scriptBrief{
		{"عيد ميلاد", "صديقتي التي تحب القراءة والقهوة", "birthday", "friend", []string{"reading", "coffee"}, ""},
		{"عيد الأم", "أمي تحب الطبخ والبستنة ولا تحب الشوكولاتة", "Mother's Day", "mother", []string{"cooking", "gardening"}, "dislikes chocolate"},
		{"تخرج", "ابن أخي عمره ٢٢ سنة، شغوف بالتصوير", "graduation", "nephew", []string{"photography"}, "22-year-old"},
		{"عيد الفطر", "زميلي في العمل، يحب الشاي، لديه حساسية من المكسرات والحليب", "Eid", "colleague", []string{"tea"}, "allergic to nuts and milk"},
		{"ذكرى الزواج", "لزوجتي، تحب العطور والمجوهرات", "anniversary", "wife", []string{"perfume", "jewelry"}, ""},
		{"بيت جديد", "جيراننا، لديهم بالفعل ماكينة قهوة", "housewarming", "neighbor", nil, "already has coffee machine"},
		{"تقاعد", "والدي يهوى صيد السمك، بدون سكر", "retirement", "father", []string{"fishing"}, "without sugar"},
	})
}

func TestEnglish_hebrew(t *testing.T) {
	checkBriefs(t, []scriptBrief{
		{"יום הולדת", "לאמא שלי שאוהבת לבשל ולקרוא, אלרגית לאגוזים ולבוטנים", "birthday", "mother", []string{"cooking", "reading"}, "allergic to nuts and peanuts"},
		{"חנוכה", "אחיין בן 7, אוהב דינוזאורים ולגו", "Hanukkah", "nephew", []string{"dinosaurs", "building toys"}, "7-year-old"},
		{"חתונה", "חברים שלא שותים אלכוהול ואוהבים משחקי קופסה", "wedding", "friend", []string{"board games"}, "doesn't drink alcohol"},
		{"יום הולדת 60", "לאבא שלי, חובב דיג, כבר יש לו אוהל", "birthday", "father", []string{"fishing"}, "already has tent"},
		{"פרישה", "עמיתה לעבודה, מתעניינת בצילום", "retirement", "colleague", []string{"photography"}, ""},
		{"חנוכת בית", "לשכנים, לא אוהבים שוקולד", "housewarming", "neighbor", nil, "dislikes chocolate"},
		{"יום הולדת", "סבתא סורגת, צמחונית", "birthday", "grandmother", []string{"knitting", "vegan food"}, ""},
	})
}

func TestEnglish_hindi(t *testing.T) {
	checkBriefs(t, []scriptBrief{
		{"जन्मदिन", "मेरी माँ के लिए, जिन्हें बागवानी और चाय पसंद है", "birthday", "mother", []string{"gardening", "tea"}, "likes gardening"},
		{"दिवाली", "सहकर्मी जिसे मूंगफली से एलर्जी है, शराब नहीं पीते", "Diwali", "colleague", nil, "peanuts allergy, doesn't drink alcohol"},
		{"शादी की सालगिरह", "मेरे पति को शतरंज पसंद है, चॉकलेट पसंद नहीं", "anniversary", "husband", []string{"chess"}, "dislikes chocolate"},
		{"जन्मदिन", "6 साल का भतीजा, डायनासोर बहुत पसंद हैं", "birthday", "nephew", []string{"dinosaurs"}, "6-year-old"},
		{"सेवानिवृत्ति", "पिता मांस और अंडे नहीं खाते, यात्रा का शौक है", "retirement", "father", []string{"travel"}, "doesn't eat meat and eggs"},
		{"गृह प्रवेश", "दोस्त, उनके पास पहले से कॉफी मशीन है", "housewarming", "friend", nil, "already has coffee machine"},
		{"शिक्षक दिवस", "मेरे बेटे की टीचर, किताबें पसंद हैं", "teacher appreciation", "son", []string{"reading"}, "my son's teacher"},
	})
}

func TestEnglish_thai(t *testing.T) {
	checkBriefs(t, []scriptBrief{
		{"วันเกิด", "เพื่อนที่ชอบบอร์ดเกมและกาแฟ แพ้ถั่ว", "birthday", "friend", []string{"board games", "coffee"}, "allergic to nuts"},
		{"ขึ้นบ้านใหม่", "คุณแม่ชอบทำสวน ไม่ชอบช็อกโกแลต", "housewarming", "mother", []string{"gardening"}, "dislikes chocolate"},
		{"วันเด็ก", "หลานชายอายุ 6 ขวบ ชอบไดโนเสาร์", "Children's Day", "nephew", []string{"dinosaurs"}, "6-year-old"},
		{"เกษียณ", "หัวหน้าไม่ดื่มเหล้า ชอบตกปลา", "retirement", "boss", []string{"fishing"}, "doesn't drink alcohol"},
		{"คริสต์มาส", "คุณย่าชอบถักไหมพรม", "Christmas", "grandmother", []string{"knitting"}, ""},
		{"ปีใหม่", "เพื่อนร่วมงานชอบทำอาหารและท่องเที่ยว", "New Year", "colleague", []string{"cooking", "travel"}, ""},
	})
}

func TestEnglish_korean(t *testing.T) {
	checkBriefs(t, []scriptBrief{
		{"생일", "보드게임을 좋아하는 친구", "birthday", "friend", []string{"board games"}, "likes board games"},
		{"생신", "아버지는 낚시를 좋아하시고 술을 안 드세요", "birthday", "father", []string{"fishing"}, "doesn't drink alcohol"},
		{"집들이", "초콜릿을 싫어하고 커피를 좋아하는 동료", "housewarming", "colleague", []string{"coffee"}, "dislikes chocolate"},
		{"크리스마스", "공룡을 좋아하는 6살 조카", "Christmas", "nephew", []string{"dinosaurs"}, "6-year-old"},
		{"결혼기념일", "아내, 요리와 원예가 취미, 견과류 알레르기", "anniversary", "wife", []string{"cooking", "gardening"}, "nuts allergy"},
		{"어버이날", "고기와 생선을 안 먹는 엄마, 꽃을 좋아해요", "Mother's Day", "mother", []string{"flowers"}, "doesn't eat meat and fish"},
		{"졸업", "이미 텐트를 가지고 있는 남자친구", "graduation", "boyfriend", nil, "already has tent"},
	})
}

func TestEnglish_japanese(t *testing.T) {
	checkBriefs(t, []scriptBrief{
		{"誕生日", "ボードゲームが好きな友達、ナッツアレルギー", "birthday", "friend", []string{"board games"}, "nuts allergy"},
		{"母の日", "母はガーデニングと紅茶が好きですが、チョコレートは苦手です", "Mother's Day", "mother", []string{"gardening", "tea"}, "dislikes chocolate"},
		{"退職祝い", "お酒が飲めない上司、釣りが趣味", "retirement", "boss", []string{"fishing"}, "doesn't drink alcohol"},
		{"結婚祝い", "肉や魚を食べない友人夫婦、料理好き", "wedding", "couple", []string{"cooking"}, "doesn't eat meat and fish"},
		{"クリスマス", "恐竜が大好きな7歳の甥", "Christmas", "nephew", []string{"dinosaurs"}, "7-year-old"},
		{"引っ越し祝い", "同僚、コーヒーメーカーはもう持っている", "housewarming", "colleague", nil, "already has coffee machine"},
		{"敬老の日", "祖母、花と編み物が好き", "Grandparents' Day", "grandmother", []string{"flowers", "knitting"}, ""},
	})
}

func TestEnglish_chinese(t *testing.T) {
	checkBriefs(t, []scriptBrief{
		{"生日", "喜欢桌游和咖啡的朋友，对坚果过敏", "birthday", "friend", []string{"board games", "coffee"}, "nuts allergy"},
		{"乔迁", "同事，不喝酒，喜欢做饭", "housewarming", "colleague", []string{"cooking"}, "doesn't drink alcohol"},
		{"母亲节", "我妈妈喜欢园艺，不喜欢巧克力", "Mother's Day", "mother", []string{"gardening"}, "dislikes chocolate"},
		{"聖誕節", "6歲的男孩，喜歡恐龍和樂高", "Christmas", "child", []string{"dinosaurs", "building toys"}, "6-year-old"},
		{"情人節", "喜歡攝影和旅行的男朋友，對花生過敏", "Valentine's Day", "boyfriend", []string{"photography", "travel"}, "peanuts allergy"},
		{"喬遷", "鄰居，已經有咖啡機了", "housewarming", "neighbor", nil, "already has coffee machine"},
		{"教师节", "孩子的老师，喜欢喝茶", "teacher appreciation", "child", []string{"tea"}, "child's teacher"},
	})
}
