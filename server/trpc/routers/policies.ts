import {
  getSessionPolicy,
  getTokenPolicy,
  updateSessionPolicy,
  updateTokenPolicy,
} from "@/server/domain/policies/policies";
import { getActAsSettings, updateActAsSettings } from "@/server/domain/act-as/settings";
import {
  getSignInOptionsAllowed,
  updateSignInOptions,
} from "@/server/domain/sign-in-options/sign-in-options";
import { countOnlyByPasskey } from "@/server/domain/sign-in-options/lockout-check";
import { read, router, write } from "../init";

export const policiesRouter = router({
  session: read(getSessionPolicy),
  updateSession: write(updateSessionPolicy),
  token: read(getTokenPolicy),
  updateToken: write(updateTokenPolicy),
  actAs: read(getActAsSettings),
  updateActAs: write(updateActAsSettings),
  signInOptions: read(getSignInOptionsAllowed),
  onlyByPasskey: read(countOnlyByPasskey),
  updateSignInOptions: write(updateSignInOptions),
});
