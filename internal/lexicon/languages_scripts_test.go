package lexicon_test

import "testing"

func TestEnglish_greek(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"γενέθλια", "για τη μητέρα μου που λατρεύει την κηπουρική", "birthday", "mother", []string{"gardening"}, nil},
		{"Χριστούγεννα", "ανιψιός 6 ετών, του αρέσουν οι δεινόσαυροι", "Christmas", "nephew", []string{"dinosaurs"}, []string{"6-year-old"}},
		{"επέτειος γάμου", "ο άντρας μου, δεν τρώει ψάρι, του αρέσει το κρασί", "anniversary", "husband", []string{"wine"}, []string{"doesn't eat fish"}},
		{"συνταξιοδότηση", "συνάδελφος που δεν πίνει και αγαπάει το ψάρεμα", "retirement", "colleague", []string{"fishing"}, []string{"doesn't drink"}},
		{"ΓΙΟΡΤΗ ΤΗΣ ΜΗΤΕΡΑΣ", "μαμά αλλεργική στα φουντούκια, διαβάζει πολύ", "Mother's Day", "mother", []string{"reading"}, []string{"allergic to hazelnuts"}},
		{"ονομαστική γιορτή", "για τον παππού, παίζει τάβλι, χωρίς ζάχαρη", "name day", "grandfather", []string{"board games"}, []string{"without sugar"}},
		{"βάφτιση", "φίλοι που έχουν ήδη καφετιέρα", "baptism", "friend", nil, []string{"already has coffee machine"}},
	})
}

func TestEnglish_russian(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"день рождения", "подруге, которая увлекается йогой и любит готовить", "birthday", "friend", []string{"yoga", "cooking"}, nil},
		{"8 марта", "мама, обожает цветы и садоводство", "Women's Day", "mother", []string{"flowers", "gardening"}, nil},
		{"Новый год", "сыну 7 лет, любит динозавров и лего", "New Year", "son", []string{"dinosaurs", "building toys"}, []string{"7-year-old"}},
		{"юбилей", "папе исполняется 60 лет, заядлый рыбак, уже есть палатка", "birthday", "father", []string{"fishing"}, []string{"already has tent"}},
		{"новоселье", "коллеге, шоколад не любит, но любит кофе", "housewarming", "colleague", []string{"coffee"}, []string{"dislikes chocolate"}},
		{"свадьба", "друзья не пьют алкоголь, увлекаются настольными играми", "wedding", "friend", []string{"board games"}, []string{"doesn't drink alcohol"}},
		{"годовщина свадьбы", "жене, у неё аллергия на орехи", "anniversary", "wife", nil, []string{"allergic to nuts"}},
	})
}

func TestEnglish_ukrainian(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"день народження", "племінник 6 років, любить динозаврів", "birthday", "nephew", []string{"dinosaurs"}, []string{"6-year-old"}},
		{"8 березня", "бабуся любить в'язати, алергія на пилок", "Women's Day", "grandmother", []string{"knitting"}, []string{"allergic to pollen"}},
		{"річниця весілля", "дружині, яка захоплюється фотографією, не їсть м'яса", "anniversary", "wife", []string{"photography"}, []string{"doesn't eat meat"}},
		{"День святого Миколая", "донечці, їй подобається малювати", "Saint Nicholas Day", "daughter", []string{"drawing"}, nil},
		{"новосілля", "сусіди, які не п'ють, люблять настільні ігри", "housewarming", "neighbor", []string{"board games"}, []string{"doesn't drink"}},
		{"вихід на пенсію", "колега, полюбляє риболовлю та каву, без цукру", "retirement", "colleague", []string{"fishing", "coffee"}, []string{"without sugar"}},
	})
}

func TestEnglish_arabic(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"عيد ميلاد", "صديقتي التي تحب القراءة والقهوة", "birthday", "friend", []string{"reading", "coffee"}, nil},
		{"عيد الأم", "أمي تحب الطبخ والبستنة ولا تحب الشوكولاتة", "Mother's Day", "mother", []string{"cooking", "gardening"}, []string{"dislikes chocolate"}},
		{"تخرج", "ابن أخي عمره ٢٢ سنة، شغوف بالتصوير", "graduation", "nephew", []string{"photography"}, []string{"22-year-old"}},
		{"عيد الفطر", "زميلي في العمل، يحب الشاي، لديه حساسية من المكسرات والحليب", "Eid", "colleague", []string{"tea"}, []string{"allergic to nuts and milk"}},
		{"ذكرى الزواج", "لزوجتي، تحب العطور والمجوهرات", "anniversary", "wife", []string{"perfume", "jewelry"}, nil},
		{"بيت جديد", "جيراننا، لديهم بالفعل ماكينة قهوة", "housewarming", "neighbor", nil, []string{"already has coffee machine"}},
		{"تقاعد", "والدي يهوى صيد السمك، بدون سكر", "retirement", "father", []string{"fishing"}, []string{"without sugar"}},
	})
}

func TestEnglish_hebrew(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"יום הולדת", "לאמא שלי שאוהבת לבשל ולקרוא, אלרגית לאגוזים ולבוטנים", "birthday", "mother", []string{"cooking", "reading"}, []string{"allergic to nuts and peanuts"}},
		{"חנוכה", "אחיין בן 7, אוהב דינוזאורים ולגו", "Hanukkah", "nephew", []string{"dinosaurs", "building toys"}, []string{"7-year-old"}},
		{"חתונה", "חברים שלא שותים אלכוהול ואוהבים משחקי קופסה", "wedding", "friend", []string{"board games"}, []string{"doesn't drink alcohol"}},
		{"יום הולדת 60", "לאבא שלי, חובב דיג, כבר יש לו אוהל", "birthday", "father", []string{"fishing"}, []string{"already has tent"}},
		{"פרישה", "עמיתה לעבודה, מתעניינת בצילום", "retirement", "colleague", []string{"photography"}, nil},
		{"חנוכת בית", "לשכנים, לא אוהבים שוקולד", "housewarming", "neighbor", nil, []string{"dislikes chocolate"}},
		{"יום הולדת", "סבתא סורגת, צמחונית", "birthday", "grandmother", []string{"knitting", "vegan food"}, nil},
	})
}

func TestEnglish_hindi(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"जन्मदिन", "मेरी माँ के लिए, जिन्हें बागवानी और चाय पसंद है", "birthday", "mother", []string{"gardening", "tea"}, []string{"likes gardening"}},
		{"दिवाली", "सहकर्मी जिसे मूंगफली से एलर्जी है, शराब नहीं पीते", "Diwali", "colleague", nil, []string{"peanuts allergy, doesn't drink alcohol"}},
		{"शादी की सालगिरह", "मेरे पति को शतरंज पसंद है, चॉकलेट पसंद नहीं", "anniversary", "husband", []string{"chess"}, []string{"dislikes chocolate"}},
		{"जन्मदिन", "6 साल का भतीजा, डायनासोर बहुत पसंद हैं", "birthday", "nephew", []string{"dinosaurs"}, []string{"6-year-old"}},
		{"सेवानिवृत्ति", "पिता मांस और अंडे नहीं खाते, यात्रा का शौक है", "retirement", "father", []string{"travel"}, []string{"doesn't eat meat and eggs"}},
		{"गृह प्रवेश", "दोस्त, उनके पास पहले से कॉफी मशीन है", "housewarming", "friend", nil, []string{"already has coffee machine"}},
		{"शिक्षक दिवस", "मेरे बेटे की टीचर, किताबें पसंद हैं", "teacher appreciation", "son", []string{"reading"}, []string{"my son's teacher"}},
	})
}

func TestEnglish_thai(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"วันเกิด", "เพื่อนที่ชอบบอร์ดเกมและกาแฟ แพ้ถั่ว", "birthday", "friend", []string{"board games", "coffee"}, []string{"allergic to nuts"}},
		{"ขึ้นบ้านใหม่", "คุณแม่ชอบทำสวน ไม่ชอบช็อกโกแลต", "housewarming", "mother", []string{"gardening"}, []string{"dislikes chocolate"}},
		{"วันเด็ก", "หลานชายอายุ 6 ขวบ ชอบไดโนเสาร์", "Children's Day", "nephew", []string{"dinosaurs"}, []string{"6-year-old"}},
		{"เกษียณ", "หัวหน้าไม่ดื่มเหล้า ชอบตกปลา", "retirement", "boss", []string{"fishing"}, []string{"doesn't drink alcohol"}},
		{"คริสต์มาส", "คุณย่าชอบถักไหมพรม", "Christmas", "grandmother", []string{"knitting"}, nil},
		{"ปีใหม่", "เพื่อนร่วมงานชอบทำอาหารและท่องเที่ยว", "New Year", "colleague", []string{"cooking", "travel"}, nil},
	})
}

func TestEnglish_korean(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"생일", "보드게임을 좋아하는 친구", "birthday", "friend", []string{"board games"}, []string{"likes board games"}},
		{"생신", "아버지는 낚시를 좋아하시고 술을 안 드세요", "birthday", "father", []string{"fishing"}, []string{"doesn't drink alcohol"}},
		{"집들이", "초콜릿을 싫어하고 커피를 좋아하는 동료", "housewarming", "colleague", []string{"coffee"}, []string{"dislikes chocolate"}},
		{"크리스마스", "공룡을 좋아하는 6살 조카", "Christmas", "nephew", []string{"dinosaurs"}, []string{"6-year-old"}},
		{"결혼기념일", "아내, 요리와 원예가 취미, 견과류 알레르기", "anniversary", "wife", []string{"cooking", "gardening"}, []string{"nuts allergy"}},
		{"어버이날", "고기와 생선을 안 먹는 엄마, 꽃을 좋아해요", "Mother's Day", "mother", []string{"flowers"}, []string{"doesn't eat meat and fish"}},
		{"졸업", "이미 텐트를 가지고 있는 남자친구", "graduation", "boyfriend", nil, []string{"already has tent"}},
	})
}

func TestEnglish_japanese(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"誕生日", "ボードゲームが好きな友達、ナッツアレルギー", "birthday", "friend", []string{"board games"}, []string{"nuts allergy"}},
		{"母の日", "母はガーデニングと紅茶が好きですが、チョコレートは苦手です", "Mother's Day", "mother", []string{"gardening", "tea"}, []string{"dislikes chocolate"}},
		{"退職祝い", "お酒が飲めない上司、釣りが趣味", "retirement", "boss", []string{"fishing"}, []string{"doesn't drink alcohol"}},
		{"結婚祝い", "肉や魚を食べない友人夫婦、料理好き", "wedding", "couple", []string{"cooking"}, []string{"doesn't eat meat and fish"}},
		{"クリスマス", "恐竜が大好きな7歳の甥", "Christmas", "nephew", []string{"dinosaurs"}, []string{"7-year-old"}},
		{"引っ越し祝い", "同僚、コーヒーメーカーはもう持っている", "housewarming", "colleague", nil, []string{"already has coffee machine"}},
		{"敬老の日", "祖母、花と編み物が好き", "Grandparents' Day", "grandmother", []string{"flowers", "knitting"}, nil},
	})
}

func TestEnglish_chinese(t *testing.T) {
	checkBriefs(t, []spokenBrief{
		{"生日", "喜欢桌游和咖啡的朋友，对坚果过敏", "birthday", "friend", []string{"board games", "coffee"}, []string{"nuts allergy"}},
		{"乔迁", "同事，不喝酒，喜欢做饭", "housewarming", "colleague", []string{"cooking"}, []string{"doesn't drink alcohol"}},
		{"母亲节", "我妈妈喜欢园艺，不喜欢巧克力", "Mother's Day", "mother", []string{"gardening"}, []string{"dislikes chocolate"}},
		{"聖誕節", "6歲的男孩，喜歡恐龍和樂高", "Christmas", "child", []string{"dinosaurs", "building toys"}, []string{"6-year-old"}},
		{"情人節", "喜歡攝影和旅行的男朋友，對花生過敏", "Valentine's Day", "boyfriend", []string{"photography", "travel"}, []string{"peanuts allergy"}},
		{"喬遷", "鄰居，已經有咖啡機了", "housewarming", "neighbor", nil, []string{"already has coffee machine"}},
		{"教师节", "孩子的老师，喜欢喝茶", "teacher appreciation", "child", []string{"tea"}, []string{"child's teacher"}},
	})
}
