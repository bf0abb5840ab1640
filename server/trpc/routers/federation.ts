import { listIdentitiesOfUser, unlinkIdentity } from "@/server/domain/federation/identities";
import {
  createProvider,
  deleteProvider,
  getProvider,
  listProviders,
  setProviderEnabled,
  testProvider,
  updateProvider,
} from "@/server/domain/federation/providers";
import { read, router, write } from "../init";

export const federationRouter = router({
  providers: read(listProviders),
  provider: read(getProvider),
  create: write(createProvider),
  update: write(updateProvider),
  setEnabled: write(setProviderEnabled),
  remove: write(deleteProvider),
  test: write(testProvider),
  ofUser: read(listIdentitiesOfUser),
  unlink: write(unlinkIdentity),
});
