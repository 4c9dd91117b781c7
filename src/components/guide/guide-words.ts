import { paths } from '#lib/paths.ts';

export interface Guide {
  id: string;
  title: string;
  steps: { head: string; text: string; to?: { href: string; label: string } }[];
  /** What must not go wrong. */
  care: string[];
}

/** Both must stay so short that a sheet of A4 holds each in large type. */
export const CARER_GUIDE: Guide = {
  id: 'carer',
  title: '職員の方へ',
  steps: [
    {
      head: '写っている方を選びます',
      text: '「写真」を開いて、お名前を押します。「施設全体」の写真は、すべてのご家族が見ます。',
      to: { href: paths.items, label: '写真を開く' },
    },
    {
      head: '写真を選んで、追加します',
      text: '「写真を撮る・選ぶ」を押します。何枚でも、一度に選べます。終わるまで、画面を開いておいてください。',
    },
    {
      head: 'ひとことを添えます',
      text: '写真を押すと、ひとことを書けます。「今月のご様子」に、その月のことを書いておくこともできます。',
    },
    {
      head: '間違えたとき',
      text: '写真を押すと、ほかの方へ動かしたり、削除したりできます。削除した写真は、24時間のあいだ元に戻せます。',
    },
    {
      head: '終わったら',
      text: '共用の端末では、上の「交代する」を押して、お名前を選ぶ画面に戻します。',
    },
  ],
  care: [
    '「載せない」の方と、まだ伺っていない方の写真は、追加できません。うしろに写っていないかも、お確かめください。',
    '月が変わると、その月の写真がお便りになります。わからないことは、管理者の方にお声がけください。',
  ],
};

export const ADMIN_GUIDE: Guide = {
  id: 'admin',
  title: '管理者の方へ',
  steps: [
    {
      head: 'はじめに',
      text: '入居者とご家族を登録し、写真について伺います。職員の方を、QRコードの貼り紙で招きます。',
      to: { href: paths.qrCode, label: '職員を招待する' },
    },
    {
      head: '月のあいだ',
      text: '「今月」に、することが順に出ます。写真がまだない方を見て、ごあいさつを書きます。',
      to: { href: paths.dashboard, label: '今月を開く' },
    },
    {
      head: '月の終わりの10日間',
      text: 'お便りをお一人ずつ見て、「確認して次へ」を押します。写真もご様子もない方は、お一人分を見れば、まとめて確認できます。送らない方は「今月は送らない」にします。',
    },
    {
      head: '1日',
      text: 'メールのご家族には、つきだよりがお送りします。リンクと印刷のご家族には、一覧を見てお渡しください。',
      to: { href: paths.deliverySettings, label: '配信の設定を開く' },
    },
    {
      head: 'お届けのあと',
      text: '届けられなかったメールと、ご家族からのことばが「今月」に出ます。ことばには、お返事を書けます。',
    },
  ],
  care: [
    'ご家族のリンクは、そのご家族だけのものです。ほかの方に渡ったときは、新しくしてください。',
    '職員が辞めたら、「職員一覧」から外してください。',
  ],
};
