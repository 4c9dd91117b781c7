import { describe, expect, it } from 'vitest';
import { MONTH_MOTIFS } from './motifs.ts';

describe('month motifs', () => {
  it('exist for every month, no two alike', () => {
    expect(MONTH_MOTIFS).toHaveLength(12);
    expect(new Set(MONTH_MOTIFS).size).toBe(12);
  });

  it.each(MONTH_MOTIFS.map((svg, index) => [index + 1, svg] as const))(
    'draw month %i small, hidden from screen readers and without styles',
    (_, svg) => {
      expect(new TextEncoder().encode(svg).length).toBeLessThan(1000);
      expect(svg).toMatch(/^<svg viewBox="0 0 48 48"[^>]* aria-hidden="true">/);
      expect(svg).not.toMatch(/style=|<style|<script|<text|\bid=|href/);
    },
  );
});
