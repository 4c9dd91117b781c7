/** Loaded before a server: its clock runs ahead by `CLOCK_AHEAD_MS`. */
const ahead = Number(process.env['CLOCK_AHEAD_MS']);
const TrueDate = Date;

globalThis.Date = class extends TrueDate {
  constructor(...parts: [] | ConstructorParameters<typeof TrueDate>) {
    if (parts.length === 0) super(TrueDate.now() + ahead);
    else super(...parts);
  }

  static override now(): number {
    return TrueDate.now() + ahead;
  }
} as DateConstructor;
