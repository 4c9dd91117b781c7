/**
 * Characters that one name is written with: what the register has, what a form allowed, what a
 * keyboard offers. Each group is read as its first. Only forms of one character and those that
 * families mix up in names (斉 and 斎); 太 and 大 are other names.
 */
const GROUPS =
  '高髙 崎﨑嵜碕 辺邉邊 斉斎齊齋斊 浜濱濵 沢澤 島嶋嶌嶹 広廣 国國囯圀 桜櫻 恵惠 円圓 竜龍 滝瀧 ' +
  '徳德 吉𠮷 桑桒 橋槗 富冨 曽曾 桧檜 栄榮 寿壽 実實 真眞 静靜 鉄鐵 薮藪籔 渕淵渊 関關 万萬 ' +
  '与與 亀龜 仏佛 児兒 両兩 剣劍劔剱 勲勳勛 収收 双雙 呉吳 塩鹽 増增 壮壯 学學 宝寶寳 将將 ' +
  '尭堯 巌巖 帰歸 弥彌 応應 恒恆 悦悅 慎愼 戸戶 晋晉 暁曉 来來 松枩柗 梅楳 槙槇 横橫 歩步 ' +
  '毎每 沖冲 清淸 温溫 渓溪谿 為爲 礼禮 祢禰 禄祿 秋穐龝 穂穗 糸絲 経經 緑綠 絵繪 縁緣 総總 ' +
  '聡聰 芦蘆 芸藝 茎莖 荘莊 薫薰 蔵藏 蛍螢 衛衞 装裝 覚覺 読讀 豊豐 郎郞 野埜 銭錢 鎮鎭 ' +
  '霊靈 顔顏 館舘 鴎鷗 鶏鷄 麦麥 黄黃 黒黑 点點 鶴靏靍 峰峯 杉椙 床牀 岳嶽 条條 栃杤 蝉蟬 ' +
  '昇曻 昂昻 彦彥 郷鄕 青靑 頼賴 瀬瀨 柳栁桺 藤籐 船舩 遥遙 瑶瑤 涼凉 煕熙凞 祇祗 禅禪 団團 ' +
  '図圖 声聲 縄繩 闘鬪 発發';

const FIRST = new Map<string, string>();
for (const [first = '', ...others] of GROUPS.split(' ').map((group) => Array.from(group))) {
  for (const other of others) if (!FIRST.has(other) && other !== first) FIRST.set(other, first);
}

/** Which form of a character is drawn (辻󠄀). */
const SELECTORS = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
const REPEATED = /(\p{Script=Han})々/gu;

/** One spelling of all variants of a name. */
export const foldVariants = (text: string): string =>
  Array.from(text.replace(SELECTORS, ''), (letter) => FIRST.get(letter) ?? letter)
    .join('')
    .replace(REPEATED, '$1$1');
