/** What the operator adds to a legal page; a part is a paragraph or a list. */
interface OwnSection {
  heading: string;
  parts: readonly (string | readonly string[])[];
}

/** What a facility may book (domain.md#facilities). */
export interface Plan {
  id: string;
  name: string;
  /** Yen a month with tax; null if it is asked for. */
  price: number | null;
  residents: number;
  /** Gigabytes of photos. */
  storage: number;
}

/** Whom the operator entrusts with a part of the work. */
interface Subcontractor {
  name: string;
  task: string;
  place: string;
}

/** Who runs this installation and on what terms (`OPERATOR_FILE`); null where nothing is said. */
export interface Operator {
  /** For questions; what the service itself reports goes to OPERATOR_EMAIL. */
  email: string | null;
  address: string | null;
  representative: string | null;
  phone: string | null;
  /** Whom to ask for disclosure, correction and deletion. */
  requests: string | null;
  /** Where the server stands: the country, and whose it is. */
  server: string | null;
  plans: readonly Plan[];
  subcontractors: readonly Subcontractor[];
  terms: readonly OwnSection[];
  privacy: readonly OwnSection[];
}

/** Where there is no file: nothing that binds anybody. */
export const NO_OPERATOR: Operator = {
  ...{ email: null, address: null, representative: null, phone: null, requests: null },
  ...{ server: null, subcontractors: [], terms: [], privacy: [] },
  plans: [
    { id: 'small', name: '小さな施設', price: null, residents: 20, storage: 20 },
    { id: 'standard', name: '標準', price: null, residents: 50, storage: 60 },
    { id: 'large', name: '大きな施設', price: null, residents: 150, storage: 200 },
  ],
};
