export interface Some {
  at: number;
  many: number;
  undone: boolean;
}
/** An action on some consecutive photos, perhaps undone. */
export type ChangeStep =
  | ({ do: 'delete' } & Some)
  | ({ do: 'move' | 'copy'; place: number } & Some)
  | ({ do: 'date'; day: string } & Some);
export type ShowStep = { do: 'show'; shown: number; yearMonth: number; tab: number };
/** A user's actions on the photo page; numbers select from what exists. */
export type Step =
  | ChangeStep
  | ShowStep
  | { do: 'create'; place: number; day: string }
  | { do: 'more' }
  | { do: 'reload' };
