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
  create: write(createServiceAccount),
  suspend: write(suspendServiceAccount),
  reactivate: write(reactivateServiceAccount),
  remove: write(removeServiceAccount),
});
