import { getServiceAccountAccess } from "@/server/domain/service-accounts/access";
import {
  createServiceAccount,
  listServiceAccounts,
  reactivateServiceAccount,
  removeServiceAccount,
  suspendServiceAccount,
} from "@/server/domain/service-accounts/service-accounts";
import { read, router, write } from "../init";

export const serviceAccountsRouter = router({
  list: read(listServiceAccounts),
  access: read(getServiceAccountAccess),
  create: write(createServiceAccount),
  suspend: write(suspendServiceAccount),
  reactivate: write(reactivateServiceAccount),
  remove: write(removeServiceAccount),
});
