/** Before `run.ts`: pages that the build draws with their styles are read here without them. */
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) =>
    /\.css(\?|$)/.test(url)
      ? { format: 'module', source: "export default ''", shortCircuit: true }
      : next(url, context),
});
