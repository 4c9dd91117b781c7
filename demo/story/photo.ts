import type { SceneName } from '../scenes/index.ts';

export interface StoryPhoto {
  readonly scene: SceneName;
  /** At most 40 characters; may be empty. */
  readonly caption: string;
  /** Facility-wide rather than of one resident. */
  readonly forAll: boolean;
}

export const own = (scene: SceneName, caption = ''): StoryPhoto => ({
  scene,
  caption,
  forAll: false,
});
export const all = (scene: SceneName, caption = ''): StoryPhoto => ({
  scene,
  caption,
  forAll: true,
});
