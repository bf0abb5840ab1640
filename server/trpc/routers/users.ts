import { getUserProfile, listUsersPage } from "@/server/domain/users/console";
import { lockUser, unlockUser } from "@/server/domain/users/locks";
import { createUser, reactivateUser, suspendUser, updateUser } from "@/server/domain/users/users";
import { read, router, write } from "../init";

export const usersRouter = router({
  page: read(listUsersPage),
  profile: read(getUserProfile),
  create: write(createUser),
  update: write(updateUser),
  suspend: write(suspendUser),
  reactivate: write(reactivateUser),
  lock: write(lockUser),
  unlock: write(unlockUser),
});
