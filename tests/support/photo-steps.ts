export interface Some {
  at: number;
  many: number;
  undone: boolean;
}
/** Something done to a few photos in a row, and perhaps taken back. */
export type ChangeStep =
  | ({ do: 'delete' } & Some)
  | ({ do: 'move' | 'copy'; place: number } & Some)
  | ({ do: 'date'; day: string } & Some);
export type ShowStep = { do: 'show'; shown: number; yearMonth: number; tab: number };
/** What a person can do on the photo page; numbers choose among what is there. */
export type Step =
  | ChangeStep
  | ShowStep
  | { do: 'create'; place: number; day: string }
  | { do: 'more' }
  | { do: 'reload' };
