/** What was known of someone's sign-ins before this one. */
export interface History {
  /** Those that succeeded, newest first. */
  succeeded: { at: Date; country: string | null }[];
  /** How many failed in the last hour. */
  recentFailures: number;
}

/** What is seen of this sign-in. */
export interface Signs {
  at: Date;
  country: string | null;
  anonymizer: boolean | null;
  newDevice: boolean;
  passwordWeak: boolean;
  accountCreatedAt: Date;
}

const HOUR_MS = 3_600_000;

/** From how many sign-ins on habits can be told. */
const HABITS = 5;

type Signal = (signs: Signs, history: History) => number;

const last = ({ succeeded }: History) => succeeded.find(({ country }) => country !== null);

/** What makes a sign-in look risky, with the points that each adds: none, or the number given here. */
export const signals = {
  newDevice: ({ newDevice }, { succeeded }) => (newDevice && succeeded.length > 0 ? 20 : 0),
  newCountry: ({ country }, { succeeded }) => {
    const known = new Set(succeeded.map((before) => before.country).filter((code) => code !== null));
    return country !== null && known.size > 0 && !known.has(country) ? 25 : 0;
  },
  // Without towns, another country within two hours is what can be told of distance.
  impossibleTravel: ({ country, at }, history) => {
    const before = last(history);
    return before && country !== null && before.country !== country && +at - +before.at < 2 * HOUR_MS
      ? 35
      : 0;
  },
  anonymizer: ({ anonymizer }) => (anonymizer === true ? 25 : 0),
  failedAttempts: (_signs, { recentFailures }) => Math.min(25, recentFailures * 5),
  weakPassword: ({ passwordWeak }) => (passwordWeak ? 10 : 0),
  unusualHour: ({ at }, { succeeded }) => {
    const near = (other: Date) => {
      const apart = Math.abs(at.getUTCHours() - other.getUTCHours());
      return Math.min(apart, 24 - apart) <= 4;
    };
    return succeeded.length >= HABITS && !succeeded.some((before) => near(before.at)) ? 10 : 0;
  },
  freshAccount: ({ at, accountCreatedAt }) => (+at - +accountCreatedAt < 24 * HOUR_MS ? 5 : 0),
} satisfies Record<string, Signal>;

/** How risky a sign-in is, 0 to 100, and the signals that make it so. */
export function scoreOf(signs: Signs, history: History): { score: number; found: Record<string, number> } {
  const points = Object.entries<Signal>(signals).map(
    ([name, signal]) => [name, signal(signs, history)] as const,
  );
  const found = Object.fromEntries(points.filter(([, value]) => value > 0));
  return {
    score: Math.min(
      100,
      points.reduce((sum, [, value]) => sum + value, 0),
    ),
    found,
  };
}
