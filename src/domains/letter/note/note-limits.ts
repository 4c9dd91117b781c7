/** Apart from the schema, which browsers do not need. */
export const NOTE_MAX_LENGTH = 600;
