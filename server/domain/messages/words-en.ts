import { textIn } from "@/server/kernel/texts/text";
import { factorName, listWays, moment, type Words } from "./wording";

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const hours = (count: number) => (count === 1 ? "1 hour" : `${count} hours`);
const minutes = (count: number) => (count === 1 ? "1 minute" : `${count} minutes`);

const notYou =
  "If this was not you, change your password and end the sessions you do not know, or tell your administrator.";
const ignore = "If you did not ask for this, you can ignore this message: nothing has changed.";

/** The messages in English. */
export const english: Words = {
  email_code: ({ code, minutes: term, app }, org) => ({
    subject: `${code} is your code for ${app ?? org}`,
    paragraphs: [
      `Type this code where you are signing in to ${app ?? org}. It is valid for ${minutes(term)}.`,
      "Give it to nobody: whoever asks you for it is not us. If you are not signing in, you can ignore this message.",
    ],
    code,
  }),
  sms_code: ({ code }, org) => ({
    subject: `${code} is your code for ${org}`,
    paragraphs: ["Type this code where you are signing in. Give it to nobody."],
    code,
    short: `${code} is your code for ${org}. Give it to nobody.`,
  }),
  magic_link: ({ url, minutes: term, app, number }, org) => ({
    subject: `Sign in to ${app ?? org}`,
    paragraphs: [
      `Open this link to sign in to ${app ?? org}. It works once, within ${minutes(term)}.`,
      ...(number ? [`The page you came from shows the number ${number}. Go on only if it is the same.`] : []),
      "If you are not signing in, you can ignore this message: without the link nobody gets in.",
    ],
    action: { label: "Sign in", href: url },
  }),
  password_reset: ({ url, minutes: term }, org) => ({
    subject: `Choose a new password for ${org}`,
    paragraphs: [
      `Somebody asked for a new password for your account at ${org}. The link works once, within ${minutes(term)}.`,
      ignore,
    ],
    action: { label: "Choose a new password", href: url },
  }),
  email_verification: ({ url, hours: term }, org) => ({
    subject: `Confirm your e-mail address for ${org}`,
    paragraphs: [
      `Please confirm that this is your e-mail address. The link is valid for ${hours(term)}.`,
      ignore,
    ],
    action: { label: "Confirm the address", href: url },
  }),
  email_change: ({ url, hours: term }, org) => ({
    subject: `Confirm your new e-mail address for ${org}`,
    paragraphs: [
      `Please confirm that your account at ${org} is to have this e-mail address. The link works once, within ${hours(term)}.`,
      ignore,
    ],
    action: { label: "Confirm the new address", href: url },
  }),
  email_change_taken: (_data, org) => ({
    subject: `This address has an account at ${org} already`,
    paragraphs: [
      `Somebody asked to use this e-mail address for another account at ${org}. It belongs to an account there already, so nothing was changed.`,
      "If that was you, sign in with this address, or ask your administrator. If not, you can ignore this message.",
    ],
  }),
  email_change_asked: (_data, org) => ({
    subject: `Somebody asks for another e-mail address of your ${org} account`,
    paragraphs: [
      "Another e-mail address was asked for on your account page. It counts once the link was used that was sent there.",
      "If this was not you, change your password now: that takes it back.",
    ],
  }),
  email_changed: (_data, org) => ({
    subject: `The e-mail address of your ${org} account was changed`,
    paragraphs: [
      "Your account has another e-mail address now. This one does not open it any more.",
      "If this was not you, tell your administrator at once.",
    ],
  }),
  phone_code: ({ code }, org) => ({
    subject: `${code} proves your number at ${org}`,
    paragraphs: [
      "Type this code on your account page. If you did not ask for it, ignore it and give it to nobody.",
    ],
    code,
    short: `${code} proves your number at ${org}. If you did not ask for it, give it to nobody.`,
  }),
  factor_code: ({ code, minutes: term }, org) => ({
    subject: `${code} adds codes by e-mail to your ${org} account`,
    paragraphs: [
      `Type this code on your account page. It is valid for ${minutes(term)}.`,
      "Give it to nobody. If you did not ask for it, somebody else is signed in as you: tell your administrator.",
    ],
    code,
  }),
  phone_changed: ({ removed }, org) => ({
    subject: `The phone number of your ${org} account was ${removed ? "removed" : "changed"}`,
    paragraphs: [
      removed ? "Your account has no phone number any more." : "Your account has another phone number now.",
      notYou,
    ],
  }),
  invitation: ({ url, inviter, days: term }, org) => ({
    subject: `You are invited to ${org}`,
    paragraphs: [
      `${inviter ? `${inviter} invites you to` : "You are invited to"} ${org}. The link is valid for ${days(term)} and works once.`,
      "If you did not expect this, you can ignore this message.",
    ],
    action: { label: "Accept the invitation", href: url },
  }),
  new_device: ({ device, place, time }, org) => ({
    subject: `New sign-in to your ${org} account`,
    paragraphs: [
      `Your account was signed in to from a device that was not used before: ${device}${place ? `, ${place}` : ""}, ${moment(time, "en-GB")}.`,
      notYou,
    ],
  }),
  password_changed: (_data, org) => ({
    subject: `Your ${org} password was changed`,
    paragraphs: ["The password of your account was changed.", notYou],
  }),
  factor_changed: ({ change, kind, label }, org) => ({
    subject: `A way to sign in to your ${org} account was ${change ?? "changed"}`,
    paragraphs: [
      kind && change
        ? `A way to prove that it is you was ${change}: ${factorName("en", kind)}${label ? ` (${label})` : ""}.`
        : "A way to prove that it is you was changed on your account.",
      notYou,
    ],
  }),
  administrator_made: ({ password, factors: kinds, ended = false }, org) => ({
    subject: `You administer ${org} now`,
    paragraphs: ended
      ? [
          `Your account at ${org} became an administrator’s. Administrators sign in with what is kept here, and somebody else could have signed in as you before.`,
          "So your password and your second factors have ended, and you are signed out. Choose “Forgot your password?” when you sign in, and set up a second factor again.",
        ]
      : [
          `Your account at ${org} became an administrator’s. These ways to sign in were set up before: ${listWays("en", { password, kinds })}.`,
          "If you did not set up one of them yourself, change your password, remove it on your account page and tell your administrator.",
        ],
  }),
  security_alert: ({ summary, url }, org) => ({
    subject: `Security alert for ${org}`,
    paragraphs: [textIn("en", summary)],
    action: { label: "View the alert", href: url },
  }),
  mfa_reset_decided: ({ approved }, org) => ({
    subject: approved ? "Your second factor was reset" : "Your second factor was not reset",
    paragraphs: approved
      ? [
          `An administrator of ${org} approved your request. Sign in, and set up a new second factor on your account page.`,
          "If you did not ask for this, tell your administrator now.",
        ]
      : [`An administrator of ${org} denied your request to reset your second factor. Please ask them why.`],
  }),
  second_factor_reset: ({ who }, org) => ({
    subject: `Your second factor at ${org} was reset`,
    paragraphs: [
      `${who} removed your second factors. Your sessions have ended. Set up a new second factor when you have signed in.`,
      "If you did not ask for this, tell the other administrators of the platform now.",
    ],
  }),
  second_factor_lost: ({ who, url, reason }, org) => ({
    subject: `${who} cannot sign in to ${org}`,
    paragraphs: [
      `${who} gave the right password and says that the second factor is lost. You can reset it.`,
      ...(reason ? [`What was written there: ${reason}`] : []),
      "Speak to them first: whoever has stolen the password would say the same.",
    ],
    action: { label: "Platform administrators", href: url },
  }),
  act_as_request: ({ who, reason, url }, org) => ({
    subject: `${who} asks to act as you at ${org}`,
    paragraphs: [
      `${who} asks to use ${org} as you for a while. The reason given: ${reason}`,
      "Nothing happens unless you agree.",
    ],
    action: { label: "Decide", href: url },
  }),
  account_locked: ({ cause, until, firm }, org) => ({
    subject: `Your ${org} account is locked`,
    paragraphs: [
      cause === "risk"
        ? "Your account was locked, because the way it was signed in to looked unsafe."
        : "Your account was locked, because somebody gave a wrong password or code too often.",
      until === null
        ? "Your administrator can unlock it."
        : `It opens again by itself, ${moment(until, "en-GB")}${firm ? "." : "; your administrator can unlock it before."}`,
    ],
  }),
};
