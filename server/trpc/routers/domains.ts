import {
  getCustomDomain,
  getDomainPasskeys,
  removeCustomDomain,
  setCustomDomain,
  verifyCustomDomain,
} from "@/server/domain/domains/domains";
import { read, router, write } from "../init";

export const domainsRouter = router({
  get: read(getCustomDomain),
  passkeys: read(getDomainPasskeys),
  set: write(setCustomDomain),
  verify: write(verifyCustomDomain),
  remove: write(removeCustomDomain),
});
