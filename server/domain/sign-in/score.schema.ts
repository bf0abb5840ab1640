/** Earlier sign-ins of the user. */
export interface History {
  /** Successful sign-ins, newest first. */
  succeeded: { at: Date; country: string | null }[];
  /** Number of failed sign-ins in the last hour. */
  recentFailures: number;
}

/** The data of a sign-in from which the risk is computed. */
export interface Signs {
  at: Date;
  country: string | null;
  anonymizer: boolean | null;
  newDevice: boolean;
  /** True if the user has trusted this device. The device then counts as known, even if the device cookie is missing. */
  trustedDevice?: boolean;
  passwordWeak: boolean;
  /** True if the password is in the list of the most common passwords. */
  passwordCommon?: boolean;
  accountCreatedAt: Date;
}

interface Signal {
  /** Risk points for each occurrence of the signal. */
  points: number;
  /** Maximum points of the signal if it occurs several times. */
  most?: number;
  /** Description of the signal for the documentation. */
  description: string;
  /** Returns the number of occurrences of the signal. True means one occurrence. */
  seen: (signs: Signs, history: History) => boolean | number;
}

const HOUR_MS = 3_600_000;
/** Number of earlier sign-ins from which the usual hours are derived. */
const HABITS = 5;
/** Number of hours before and after the hour of an earlier sign-in that count as usual. */
export const USUAL_HOURS = 4;

const last = ({ succeeded }: History) => succeeded.find(({ country }) => country !== null);

/** Returns the difference between two times of day in hours, 0 to 12. */
function hoursApart(one: Date, other: Date) {
  const apart = Math.abs(one.getUTCHours() - other.getUTCHours());
  return Math.min(apart, 24 - apart);
}

/** The risk signals and their points. Only this module defines points. */
export const signals = {
  newDevice: {
    points: 20,
    description: "The browser was never used for this account, which was used before.",
    seen: ({ newDevice, trustedDevice }, { succeeded }) =>
      newDevice && !trustedDevice && succeeded.length > 0,
  },
  newCountry: {
    points: 25,
    description: "None of the latest sign-ins came from this country.",
    seen: ({ country }, { succeeded }) => {
      const known = new Set(succeeded.map((before) => before.country).filter((code) => code !== null));
      return country !== null && known.size > 0 && !known.has(country);
    },
  },
  // The location data contains no cities. The only evidence of a distance is another country within two hours.
  impossibleTravel: {
    points: 35,
    description: "Less than two hours ago the same account signed in from another country.",
    seen: ({ country, at }, history) => {
      const before = last(history);
      const elsewhere = before !== undefined && country !== null && before.country !== country;
      return elsewhere && +at - +before.at < 2 * HOUR_MS;
    },
  },
  anonymizer: {
    points: 25,
    description: "The address is a VPN’s, a proxy’s or of Tor.",
    seen: ({ anonymizer }) => anonymizer === true,
  },
  failedAttempts: {
    points: 5,
    most: 25,
    description: "Each attempt that failed within the last hour.",
    seen: (_signs, { recentFailures }) => recentFailures,
  },
  commonPassword: {
    points: 20,
    description:
      "The password is among those that are guessed first: the heads of the lists that breaches left.",
    seen: ({ passwordCommon }) => passwordCommon === true,
  },
  weakPassword: {
    points: 10,
    description: "The password does not meet the policy of today.",
    seen: ({ passwordWeak, passwordCommon }) => passwordWeak && passwordCommon !== true,
  },
  unusualHour: {
    points: 10,
    description: `No earlier sign-in was within ${USUAL_HOURS} hours of this time of day (UTC); from the sixth sign-in on.`,
    seen: ({ at }, { succeeded }) =>
      succeeded.length >= HABITS && !succeeded.some((before) => hoursApart(at, before.at) <= USUAL_HOURS),
  },
  freshAccount: {
    points: 5,
    description: "The account is less than a day old.",
    seen: ({ at, accountCreatedAt }) => +at - +accountCreatedAt < 24 * HOUR_MS,
  },
} satisfies Record<string, Signal>;

/** Returns the risk score of a sign-in (0 to 100) and the points of each signal that contributes to the score. */
export function scoreOf(signs: Signs, history: History): { score: number; found: Record<string, number> } {
  const found: Record<string, number> = {};
  for (const [name, { points, most = points, seen }] of Object.entries<Signal>(signals)) {
    const adds = Math.min(most, Number(seen(signs, history)) * points);
    if (adds > 0) found[name] = adds;
  }
  const sum = Object.values(found).reduce((total, points) => total + points, 0);
  return { score: Math.min(100, sum), found };
}
