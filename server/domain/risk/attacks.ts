import type { signIns } from "@/db/tenant/sign-ins";
import type { Row } from "@/server/kernel/operation/store";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import { isFactorMethod, isProofMethod } from "../sign-in-methods/factor-kinds.schema";

const alertTexts = defineTexts("alert", {
  passwords_sprayed:
    "From {network} somebody tried passwords on {accounts} accounts within {minutes} minutes.",
  unknown_from_network:
    "From {network} came {identifiers} identifiers that name nobody, within {minutes} minutes: a list from elsewhere is being tried.",
  unknown_from_everywhere:
    "{identifiers} identifiers that name nobody were tried within {minutes} minutes, from several addresses.",
  account_guessed: "Passwords of one account were tried from {addresses} addresses within {minutes} minutes.",
  factor_prompted:
    "Somebody knows a person’s first factor and was asked for the second {prompts} times within {minutes} minutes.",
});

/*
 * Detectors of attacks. Each detector is a pure function of the sign-in attempts of the last minutes. detect.ts reads the
 * attempts and raises the alerts.
 */

export type AttemptRow = Pick<
  Row<typeof signIns>,
  "userId" | "identifier" | "network" | "outcome" | "method" | "score"
>;

/**
 * The recent attempts from one client address (IPv6: a /64 prefix; kernel/http/network.ts), and the recent attempts on one
 * account. If the attempt names no account, `ofAccount` contains all recent attempts that name no account.
 */
export interface Attempts {
  network: string | null;
  userId: number | null;
  fromNetwork: AttemptRow[];
  ofAccount: AttemptRow[];
}

export interface Finding {
  /** Identifies the subject of the finding. Findings with the same key belong to the same open alert. */
  key: string;
  summary: CodedText;
  affected: number;
  details: Record<string, unknown>;
}

interface Detector {
  severity: "medium" | "high" | "critical";
  /** Description of the attack. The documentation contains this text. */
  description: string;
  find: (attempts: Attempts) => Finding | null;
}

/** Age of the oldest attempts that the detectors read, in minutes. */
export const WINDOW_MINUTES = 10;

export const thresholds = {
  /** Number of accounts at which sign-ins from one address (IPv6: a /64 prefix) fail. */
  sprayedAccounts: 8,
  /** Number of unknown identifiers in attempts from one address. */
  unknownFromAddress: 20,
  /** Number of unknown identifiers in attempts from all addresses. */
  unknownFromAll: 50,
  /** Number of addresses (IPv6: /64 prefixes) from which sign-ins at one account fail. */
  addressesOfAccount: 5,
  /** Number of requests for a second factor, plus the wrong answers to these requests. */
  factorPrompts: 5,
} as const;

/**
 * Returns true if the first factor was wrong. The account may be existing, locked or unknown. A method of another version is not
 * a first factor.
 */
const failed = ({ outcome, method, score }: AttemptRow) =>
  (outcome === "failed" || outcome === "refused") &&
  score === null &&
  (method === null || (isProofMethod(method) && !isFactorMethod(method)));

/**
 * Returns true for a request for a second factor and for a wrong answer to such a request. Many such attempts indicate an
 * attacker who has the password and prompts the user repeatedly.
 */
const promptsFactor = ({ outcome, method }: AttemptRow) =>
  outcome === "stepped_up" || (outcome === "failed" && method !== null && isFactorMethod(method));

const distinct = <T>(values: T[]) => new Set(values.filter((value) => value !== null)).size;

/** The detectors. The keys are the types of the alerts. */
export const detectors = {
  password_spraying: {
    severity: "high",
    description: `One address fails at ${thresholds.sprayedAccounts} or more accounts.`,
    find: ({ network, fromNetwork }) => {
      const accounts = distinct(fromNetwork.filter(failed).map(({ userId }) => userId));
      if (network === null || accounts < thresholds.sprayedAccounts) return null;
      return {
        key: network,
        summary: alertTexts.passwords_sprayed({ network, accounts, minutes: WINDOW_MINUTES }),
        affected: accounts,
        details: { ip: network, accounts },
      };
    },
  },
  credential_stuffing: {
    severity: "high",
    description:
      `${thresholds.unknownFromAddress} or more identifiers that name nobody from one address, ` +
      `${thresholds.unknownFromAll} or more from everywhere, or ${thresholds.addressesOfAccount} or more addresses that fail at one account.`,
    find: ({ network, userId, fromNetwork, ofAccount }) => {
      const unknown = (rows: AttemptRow[]) =>
        distinct(
          rows.filter((row) => row.userId === null && failed(row)).map(({ identifier }) => identifier),
        );
      const here = unknown(fromNetwork);
      if (network !== null && here >= thresholds.unknownFromAddress)
        return {
          key: `address:${network}`,
          summary: alertTexts.unknown_from_network({ network, identifiers: here, minutes: WINDOW_MINUTES }),
          affected: 0,
          details: { ip: network, identifiers: here },
        };
      if (userId === null) {
        const everywhere = unknown(ofAccount);
        return everywhere < thresholds.unknownFromAll
          ? null
          : {
              key: "unknown",
              summary: alertTexts.unknown_from_everywhere({
                identifiers: everywhere,
                minutes: WINDOW_MINUTES,
              }),
              affected: 0,
              details: { identifiers: everywhere },
            };
      }
      const addresses = distinct(ofAccount.filter(failed).map((row) => row.network));
      if (addresses < thresholds.addressesOfAccount) return null;
      return {
        key: `account:${userId}`,
        summary: alertTexts.account_guessed({ addresses, minutes: WINDOW_MINUTES }),
        affected: 1,
        details: { userId, addresses },
      };
    },
  },
  mfa_fatigue: {
    severity: "high",
    description: `A second factor of one person was asked for, or answered wrong, ${thresholds.factorPrompts} or more times without a sign-in.`,
    find: ({ userId, ofAccount }) => {
      if (userId === null) return null;
      const reached = ofAccount.findIndex(({ outcome }) => outcome === "succeeded");
      const since = reached === -1 ? ofAccount : ofAccount.slice(0, reached);
      const prompts = since.filter(promptsFactor).length;
      if (prompts < thresholds.factorPrompts) return null;
      return {
        key: String(userId),
        summary: alertTexts.factor_prompted({ prompts, minutes: WINDOW_MINUTES }),
        affected: 1,
        details: { userId, prompts },
      };
    },
  },
} satisfies Record<string, Detector>;

export const detectorEntries = Object.entries<Detector>(detectors);
