import { atom } from 'nanostores';
import { recall, remember } from './kept.ts';

const KEY = 'save-data';

export const isSavingAsked = (): boolean => recall(KEY) !== null;

/** 通信量をおさえる, remembered on the device. */
export const $isSaving = atom(false);

export const recallSaving = (): void => $isSaving.set(isSavingAsked());

export function changeSaving(isSaving: boolean): void {
  $isSaving.set(isSaving);
  remember(KEY, isSaving ? [true] : []);
}
