export * from './story/answers.ts';
export * from './story/facility.ts';
export * from './story/families.ts';
export * from './story/letters.ts';
export * from './story/notes.ts';
export type { StoryPhoto } from './story/photo.ts';
export * from './story/photos.ts';
export * from './story/residents.ts';
export * from './story/year-notes.ts';
