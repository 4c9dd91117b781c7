const NAMES: Record<string, string> = {
  'photo.variants': '写真の準備',
  'host.remove': '施設を消す',
};

/** As the operator reads it. */
export const jobName = (kind: string): string => NAMES[kind] ?? kind;
