import { listGrantableRoles, listRoleMembersPage } from "@/server/domain/roles/console";
import { grantRole, revokeRole } from "@/server/domain/roles/grants";
import { createRole, deleteRole, getRole, listRoles, updateRole } from "@/server/domain/roles/roles";
import { read, router, write } from "../init";

export const rolesRouter = router({
  list: read(listRoles),
  get: read(getRole),
  grantable: read(listGrantableRoles),
  members: read(listRoleMembersPage),
  create: write(createRole),
  update: write(updateRole),
  remove: write(deleteRole),
  grant: write(grantRole),
  revoke: write(revokeRole),
});
