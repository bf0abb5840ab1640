import { textIn } from "@/server/kernel/texts/text";
import { factorName, listWays, moment, type Words } from "./wording";

const days = (count: number) => (count === 1 ? "1 Tag" : `${count} Tage`);
const hours = (count: number) => (count === 1 ? "1 Stunde" : `${count} Stunden`);
const minutes = (count: number) => (count === 1 ? "1 Minute" : `${count} Minuten`);

const notYou =
  "Wenn Sie das nicht waren, ändern Sie Ihr Passwort und beenden Sie Sitzungen, die Sie nicht kennen, oder sagen Sie Ihrer Administration Bescheid.";
const ignore =
  "Wenn Sie das nicht angefordert haben, können Sie diese Nachricht ignorieren: Es hat sich nichts geändert.";

/** The messages in German. */
export const german: Words = {
  email_code: ({ code, minutes: term, app }, org) => ({
    subject: `${code} ist Ihr Code für ${app ?? org}`,
    paragraphs: [
      `Geben Sie diesen Code dort ein, wo Sie sich bei ${app ?? org} anmelden. Er gilt ${minutes(term)}.`,
      "Geben Sie ihn an niemanden weiter: Wer Sie danach fragt, ist nicht von uns. Wenn Sie sich gerade nicht anmelden, können Sie diese Nachricht ignorieren.",
    ],
    code,
  }),
  sms_code: ({ code }, org) => ({
    subject: `${code} ist Ihr Code für ${org}`,
    paragraphs: ["Geben Sie diesen Code dort ein, wo Sie sich anmelden, und sonst an niemanden weiter."],
    code,
    short: `${code} ist Ihr Code für ${org}. Geben Sie ihn an niemanden weiter.`,
  }),
  magic_link: ({ url, minutes: term, app, number }, org) => ({
    subject: `Anmelden bei ${app ?? org}`,
    paragraphs: [
      `Öffnen Sie diesen Link, um sich bei ${app ?? org} anzumelden. Er funktioniert einmal und gilt ${minutes(term)}.`,
      ...(number
        ? [
            `Die Seite, von der Sie kommen, zeigt die Zahl ${number}. Machen Sie nur weiter, wenn es dieselbe ist.`,
          ]
        : []),
      "Wenn Sie sich gerade nicht anmelden, können Sie diese Nachricht ignorieren: Ohne den Link kommt niemand hinein.",
    ],
    action: { label: "Anmelden", href: url },
  }),
  password_reset: ({ url, minutes: term }, org) => ({
    subject: `Neues Passwort für ${org} wählen`,
    paragraphs: [
      `Für Ihr Konto bei ${org} wurde ein neues Passwort angefordert. Der Link funktioniert einmal und gilt ${minutes(term)}.`,
      ignore,
    ],
    action: { label: "Neues Passwort wählen", href: url },
  }),
  email_verification: ({ url, hours: term }, org) => ({
    subject: `E-Mail-Adresse für ${org} bestätigen`,
    paragraphs: [
      `Bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse ist. Der Link gilt ${hours(term)}.`,
      ignore,
    ],
    action: { label: "Adresse bestätigen", href: url },
  }),
  email_change: ({ url, hours: term }, org) => ({
    subject: `Neue E-Mail-Adresse für ${org} bestätigen`,
    paragraphs: [
      `Bitte bestätigen Sie, dass Ihr Konto bei ${org} diese E-Mail-Adresse haben soll. Der Link funktioniert einmal und gilt ${hours(term)}.`,
      ignore,
    ],
    action: { label: "Neue Adresse bestätigen", href: url },
  }),
  email_change_taken: (_data, org) => ({
    subject: `Diese Adresse hat bereits ein Konto bei ${org}`,
    paragraphs: [
      `Jemand wollte diese E-Mail-Adresse für ein anderes Konto bei ${org} verwenden. Sie gehört dort schon zu einem Konto, deshalb hat sich nichts geändert.`,
      "Wenn Sie das waren, melden Sie sich mit dieser Adresse an oder fragen Sie Ihre Administration. Wenn nicht, können Sie diese Nachricht ignorieren.",
    ],
  }),
  email_change_asked: (_data, org) => ({
    subject: `Für Ihr Konto bei ${org} wurde eine andere E-Mail-Adresse angefragt`,
    paragraphs: [
      "Auf Ihrer Kontoseite wurde eine andere E-Mail-Adresse angefragt. Sie gilt, sobald der Link benutzt wurde, der dorthin ging.",
      "Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort: Damit ist die Anfrage hinfällig.",
    ],
  }),
  email_changed: (_data, org) => ({
    subject: `Die E-Mail-Adresse Ihres Kontos bei ${org} wurde geändert`,
    paragraphs: [
      "Ihr Konto hat jetzt eine andere E-Mail-Adresse. Diese öffnet es nicht mehr.",
      "Wenn Sie das nicht waren, sagen Sie Ihrer Administration sofort Bescheid.",
    ],
  }),
  phone_code: ({ code }, org) => ({
    subject: `${code} bestätigt Ihre Nummer bei ${org}`,
    paragraphs: [
      "Geben Sie diesen Code auf Ihrer Kontoseite ein. Wenn Sie ihn nicht angefordert haben, ignorieren Sie ihn und geben Sie ihn an niemanden weiter.",
    ],
    code,
    short: `${code} bestätigt Ihre Nummer bei ${org}. Geben Sie ihn an niemanden weiter.`,
  }),
  factor_code: ({ code, minutes: term }, org) => ({
    subject: `${code} richtet Codes per E-Mail für Ihr Konto bei ${org} ein`,
    paragraphs: [
      `Geben Sie diesen Code auf Ihrer Kontoseite ein. Er gilt ${minutes(term)}.`,
      "Geben Sie ihn an niemanden weiter. Wenn Sie ihn nicht angefordert haben, ist jemand anderes als Sie angemeldet: Sagen Sie Ihrer Administration Bescheid.",
    ],
    code,
  }),
  phone_changed: ({ removed }, org) => ({
    subject: `Die Telefonnummer Ihres Kontos bei ${org} wurde ${removed ? "entfernt" : "geändert"}`,
    paragraphs: [
      removed ? "Ihr Konto hat keine Telefonnummer mehr." : "Ihr Konto hat jetzt eine andere Telefonnummer.",
      notYou,
    ],
  }),
  invitation: ({ url, inviter, days: term }, org) => ({
    subject: `Einladung zu ${org}`,
    paragraphs: [
      inviter
        ? `${inviter} lädt Sie zu ${org} ein. Der Link gilt ${days(term)} und funktioniert einmal.`
        : `Sie sind zu ${org} eingeladen. Der Link gilt ${days(term)} und funktioniert einmal.`,
      "Wenn Sie das nicht erwartet haben, können Sie diese Nachricht ignorieren.",
    ],
    action: { label: "Einladung annehmen", href: url },
  }),
  new_device: ({ device, place, time }, org) => ({
    subject: `Neue Anmeldung bei Ihrem Konto (${org})`,
    paragraphs: [
      `Bei Ihrem Konto gab es eine Anmeldung von einem Gerät, das vorher nicht benutzt wurde: ${device}${place ? `, ${place}` : ""}, ${moment(time, "de-DE")}.`,
      notYou,
    ],
  }),
  password_changed: (_data, org) => ({
    subject: `Ihr Passwort bei ${org} wurde geändert`,
    paragraphs: ["Das Passwort Ihres Kontos wurde geändert.", notYou],
  }),
  factor_changed: ({ change, kind, label }, org) => {
    const done = { added: "hinzugefügt", removed: "entfernt" }[change ?? "added"];
    return {
      subject: `Eine Anmeldeart Ihres Kontos bei ${org} wurde ${change ? done : "geändert"}`,
      paragraphs: [
        kind && change
          ? `Als Nachweis, dass Sie es sind, wurde ${done}: ${factorName("de", kind)}${label ? ` (${label})` : ""}.`
          : "Bei Ihrem Konto wurde ein Nachweis geändert, mit dem Sie zeigen, dass Sie es sind.",
        notYou,
      ],
    };
  },
  administrator_made: ({ password, factors: kinds, ended = false }, org) => ({
    subject: `Sie administrieren jetzt ${org}`,
    paragraphs: ended
      ? [
          `Ihr Konto bei ${org} wurde zu einem Administrationskonto. Administratoren melden sich mit dem an, was hier hinterlegt ist, und jemand anderes hätte sich vorher in Ihrem Namen anmelden können.`,
          "Deshalb gelten Ihr Passwort und Ihre zweiten Faktoren nicht mehr, und Sie sind abgemeldet. Wählen Sie bei der Anmeldung „Passwort vergessen?“ und richten Sie wieder einen zweiten Faktor ein.",
        ]
      : [
          `Ihr Konto bei ${org} wurde zu einem Administrationskonto. Diese Anmeldearten waren vorher schon eingerichtet: ${listWays("de", { password, kinds })}.`,
          "Wenn Sie eine davon nicht selbst eingerichtet haben, ändern Sie Ihr Passwort, entfernen Sie sie auf Ihrer Kontoseite und sagen Sie Ihrer Administration Bescheid.",
        ],
  }),
  security_alert: ({ summary, url }, org) => ({
    subject: `Sicherheitswarnung für ${org}`,
    paragraphs: [textIn("de", summary)],
    action: { label: "Warnung ansehen", href: url },
  }),
  mfa_reset_decided: ({ approved }, org) => ({
    subject: approved
      ? "Ihr zweiter Faktor wurde zurückgesetzt"
      : "Ihr zweiter Faktor wurde nicht zurückgesetzt",
    paragraphs: approved
      ? [
          `Die Administration von ${org} hat Ihre Bitte genehmigt. Melden Sie sich an, und richten Sie auf Ihrer Kontoseite einen neuen zweiten Faktor ein.`,
          "Wenn Sie nicht darum gebeten haben, sagen Sie Ihrer Administration sofort Bescheid.",
        ]
      : [
          `Die Administration von ${org} hat Ihre Bitte abgelehnt, den zweiten Faktor zurückzusetzen. Bitte fragen Sie dort nach dem Grund.`,
        ],
  }),
  second_factor_reset: ({ who }, org) => ({
    subject: `Ihr zweiter Faktor bei ${org} wurde zurückgesetzt`,
    paragraphs: [
      `${who} hat Ihre zweiten Faktoren entfernt. Ihre Sitzungen sind beendet. Richten Sie nach der Anmeldung einen neuen zweiten Faktor ein.`,
      "Wenn Sie nicht darum gebeten haben, sagen Sie der übrigen Administration der Plattform sofort Bescheid.",
    ],
  }),
  second_factor_lost: ({ who, url, reason }, org) => ({
    subject: `${who} kann sich bei ${org} nicht anmelden`,
    paragraphs: [
      `${who} hat das richtige Passwort eingegeben und gibt an, den zweiten Faktor verloren zu haben. Sie können ihn zurücksetzen.`,
      ...(reason ? [`Was dort geschrieben wurde: ${reason}`] : []),
      "Sprechen Sie vorher miteinander: Wer das Passwort gestohlen hat, würde dasselbe sagen.",
    ],
    action: { label: "Administration der Plattform", href: url },
  }),
  act_as_request: ({ who, reason, url }, org) => ({
    subject: `${who} möchte bei ${org} in Ihrem Namen handeln`,
    paragraphs: [
      `${who} bittet darum, ${org} eine Zeit lang in Ihrem Namen zu benutzen. Der angegebene Grund: ${reason}`,
      "Ohne Ihre Genehmigung geschieht nichts.",
    ],
    action: { label: "Entscheiden", href: url },
  }),
  account_locked: ({ cause, until, firm }, org) => ({
    subject: `Die Anmeldung bei Ihrem Konto (${org}) ist gesperrt`,
    paragraphs: [
      cause === "risk"
        ? "Die Anmeldung bei Ihrem Konto wurde gesperrt, weil ein Versuch unsicher wirkte."
        : "Die Anmeldung bei Ihrem Konto wurde gesperrt, weil zu oft ein falsches Passwort oder ein falscher Code eingegeben wurde.",
      until === null
        ? "Ihre Administration kann sie freigeben."
        : `Die Sperre endet von selbst: ${moment(until, "de-DE")}.${firm ? "" : " Ihre Administration kann die Anmeldung vorher freigeben."}`,
    ],
  }),
};
