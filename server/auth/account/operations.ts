/*
 * Operations of the account page. Each acts on the signed-in user and has no parameter for another one. The page's actions run
 * only these.
 */
export {
  changeOwnPassword,
  endOwnOtherSessions,
  endOwnSession,
  listOwnSessions,
} from "../../domain/account/account";
export {
  forgetOwnDevice,
  listOwnApps,
  listOwnDevices,
  listOwnSignIns,
  withdrawOwnApp,
} from "../../domain/account/own-account";
export { requestOwnEmailChange } from "../../domain/account/email-change";
export { exportOwnData } from "../../domain/account/own-data";
export { confirmOwnPhone, getOwnPhone, removeOwnPhone, requestOwnPhone } from "../../domain/account/phone";
export { getOwnProfile, updateOwnProfile } from "../../domain/account/profile";
export { addOwnPasskey, addOwnTotp, beginOwnPasskey, beginOwnTotp } from "../../domain/factors/enrol";
export { addOwnCodeFactor, askOwnCodeFactor } from "../../domain/factors/code-factors";
export { listOwnFactors, makeOwnRecoveryCodes, removeOwnFactor } from "../../domain/factors/own-factors";
export { getOwnNotifications, updateOwnNotifications } from "../../domain/notifications/own-choice";
export { requestEmailVerification } from "../../domain/recovery/email-verification";
export { decideActAsRequest, endActAsOfMe, listActAsRequestsForMe } from "../../domain/act-as/for-me";
