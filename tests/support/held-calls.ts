import type { Fetch } from './in-process-api.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve));

/** A network whose requests and responses can be held and released one by one, in any order. */
export class HeldCalls {
  private inService = 0;
  private isHeld = false;
  private gates: (() => void)[] = [];

  /** From now on requests wait, and so do responses. */
  hold(): void {
    this.isHeld = true;
  }

  /** Releases one request or response, with all that follows from it. */
  async letGo(at: number): Promise<void> {
    await this.still();
    this.gates.splice(at % Math.max(1, this.gates.length), 1)[0]?.();
    await this.still();
  }

  /** Releases all, and whatever comes after them. */
  async letAllGo(): Promise<void> {
    this.isHeld = false;
    while (this.gates.length > 0) await this.letGo(0);
  }

  /** Until the server is idle, and nothing follows. */
  async still(): Promise<void> {
    for (let n = 0; n < 3; n += 1) {
      do await tick();
      while (this.inService > 0);
    }
  }

  fetch =
    (real: Fetch): Fetch =>
    async (path, init) => {
      await this.gate();
      this.inService += 1;
      const answer = await real(path, init).finally(() => {
        this.inService -= 1;
      });
      await this.gate();
      return answer;
    };

  private gate(): Promise<void> | undefined {
    return this.isHeld ? new Promise((resolve) => this.gates.push(resolve)) : undefined;
  }
}
