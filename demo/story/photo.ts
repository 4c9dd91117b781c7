export interface StoryPhoto {
  /** Its pictures are `pictures/<scene>-<number>.jpg`. */
  readonly scene: string;
  /** At most 40 characters; may be empty. */
  readonly caption: string;
  /** Facility-wide rather than of one resident. */
  readonly forAll: boolean;
}

export const own = (scene: string, caption = ''): StoryPhoto => ({
  scene,
  caption,
  forAll: false,
});
export const all = (scene: string, caption = ''): StoryPhoto => ({
  scene,
  caption,
  forAll: true,
});
