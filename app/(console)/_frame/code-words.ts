import { useExtracted } from "next-intl";
import { placeName } from "@/components/ui/place-name";
import { useDateLocale } from "@/components/ui/use-date-locale";
import { useProofWords } from "./sign-in-words";

/** The types and scopes of access rules, as they stand in the log. */
function useRuleWords() {
  const t = useExtracted("console");
  const types: Readonly<Record<string, string>> = {
    country: t("countries"),
    region: t("regions"),
    ip: t("addresses"),
    hours: t("hours"),
    method: t("ways to sign in"),
    anonymizer: t("no anonymizers"),
    sessions: t("sessions at once"),
    sessionlength: t("session length"),
    devices: t("devices"),
  };
  const scopes: Readonly<Record<string, string>> = {
    org: t("everybody"),
    app: t("an app"),
    tag: t("a tag"),
    user: t("a person"),
  };
  return { types, scopes };
}

/** Factors as events tell them: their kind in English and, in brackets, what their owner called them. */
function useFactorWords(): (factor: string) => string {
  const t = useExtracted("console");
  const kinds: Readonly<Record<string, string>> = {
    passkey: t("passkey"),
    "authenticator app": t("authenticator app"),
    "code by e-mail": t("code by e-mail"),
    "code by text message": t("code by text message"),
    "recovery codes": t("recovery codes"),
  };
  return (factor) => {
    const [, kind = factor, label = ""] = /^([a-z -]+)( \(.*\))?$/s.exec(factor) ?? [];
    return (kinds[kind] ?? kind) + label;
  };
}

/** How far things are, by the codes of their status. */
function useStates(): Readonly<Record<string, string>> {
  const t = useExtracted("console");
  return {
    active: t("active"),
    suspended: t("suspended"),
    pending: t("pending"),
    approved: t("approved"),
    denied: t("denied"),
    ended: t("ended"),
    registered: t("registered"),
    queued: t("queued"),
    kept: t("kept"),
    failed: t("failed"),
    draft: t("draft"),
    running: t("running"),
    stopped: t("stopped"),
    finished: t("finished"),
  };
}

/** The codes that changed fields hold, by the field's name, in the reader's language; any other value as it is. */
export function useCodeWords(): (field: string, value: string) => string {
  const t = useExtracted("console");
  const locale = useDateLocale();
  const { types, scopes } = useRuleWords();
  const states = useStates();
  const proof = useProofWords();
  const factor = useFactorWords();
  const among = (words: Readonly<Record<string, string>>) => (value: string) => words[value] ?? value;
  const country = (value: string) => placeName(value, locale);
  const fields: Readonly<Record<string, (value: string) => string>> = {
    status: among(states),
    state: among(states),
    type: among(types),
    scope: among(scopes),
    clientType: among({ public: t("public"), confidential: t("confidential") }),
    userKind: among({ end_user: t("user"), tenant_admin: t("administrator") }),
    effect: among({ allow: t("let in"), deny: t("keep out") }),
    mode: among({ allow: t("let in"), deny: t("keep out"), disabled: t("off") }),
    factor,
    factors: factor,
    methods: proof,
    country,
    countries: country,
  };
  return (field, value) => fields[field]?.(value) ?? value;
}

/** What a rule is called in the log ("ip, org"), in words; null for what is no rule's name. */
export function useRuleName(): (target: string, label: string | null) => string | null {
  const { types, scopes } = useRuleWords();
  return (target, label) => {
    const [, type = "", scope = ""] = /^(\w+), (\w+)$/.exec(label ?? "") ?? [];
    const words = [types[type], scopes[scope]];
    return target.startsWith("rule:") && words.every(Boolean) ? words.join(", ") : null;
  };
}

/** What acted by itself, or somebody whom nobody knew yet, in words; a name that somebody gave as it is. */
export function useSystemWords(): (label: string) => string {
  const t = useExtracted("console");
  const labels: Readonly<Record<string, string>> = {
    "Set-up": t("Set-up"),
    "Command line": t("Command line"),
    "Sign-in page": t("Sign-in page"),
    "Link in a mail": t("Link in a mail"),
    Invitation: t("Invitation"),
    "Webhook delivery": t("Webhook delivery"),
    "Role sync": t("Role sync"),
    "User import": t("User import"),
    "Acting as others": t("Acting as others"),
    "Audit log retention": t("Audit log retention"),
    "OpenID Connect provider": t("OpenID Connect provider"),
  };
  return (label) => labels[label] ?? label;
}
