import { listProvisioningLog } from "@/server/domain/provisioning/log";
import { listRoleGovernance, setRoleGoverned } from "@/server/domain/scim-tokens/governance";
import { createScimToken, listScimTokens, revokeScimToken } from "@/server/domain/scim-tokens/scim-tokens";
import { getScimTokenUsage } from "@/server/domain/scim-tokens/usage";
import { read, router, write } from "../init";

export const scimRouter = router({
  tokens: read(listScimTokens),
  createToken: write(createScimToken),
  revokeToken: write(revokeScimToken),
  tokenUsage: read(getScimTokenUsage),
  log: read(listProvisioningLog),
  roles: read(listRoleGovernance),
  setRoleGoverned: write(setRoleGoverned),
});
