import hydrate from '@astrojs/react/client.js';
import { loadReadings } from './jsx-runtime.ts';

type Hydrate = ReturnType<typeof hydrate>;

/** As Astro's own, with the readings that the server has drawn. */
export default (element: HTMLElement) =>
  async (...island: Parameters<Hydrate>): Promise<void> => {
    await loadReadings();
    hydrate(element)(...island);
  };
