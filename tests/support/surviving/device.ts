import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { findChromium, findStoryBrowser } from '../../e2e/support/chromium.ts';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Options {
  serviceWorkers?: 'allow' | 'block';
  /** The whole browser, which takes twice as much CPU; by default the stories' own. */
  isWhole?: boolean;
}

/** A browser with a profile on disk, which survives its process. */
export class Device {
  readonly #profile: string;
  #context: BrowserContext | undefined;

  constructor(profile: string) {
    this.#profile = profile;
  }

  static async make(): Promise<Device> {
    return new Device(await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-device-')));
  }

  /** Starts the browser. @returns its first page */
  async start({ serviceWorkers = 'block', isWhole = false }: Options = {}): Promise<Page> {
    const executablePath = (isWhole ? findChromium() : undefined) ?? findStoryBrowser();
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      headless: false, // `--headless=new` is the whole browser, without windows
      args: [isWhole ? '--headless=new' : '--headless', ...QUIET],
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      serviceWorkers,
      viewport: { width: 360, height: 740 },
      ...(executablePath && { executablePath }),
    });
    const [page] = this.context.pages();
    return page ?? this.context.newPage();
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('the browser has not been started');
    return this.#context;
  }

  /** As a flat battery would: no process of it gets to end anything. */
  async kill(): Promise<void> {
    const closed = this.context.waitForEvent('close', { timeout: 0 });
    for (const pid of this.#processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Its parent took it along.
      }
    }
    await closed;
  }

  #processes(): number[] {
    const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return lines
      .filter((line) => line.includes(`--user-data-dir=${this.#profile}`))
      .map((line) => Number.parseInt(line, 10));
  }

  async remove(): Promise<void> {
    await this.#context?.close().catch(() => undefined);
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
