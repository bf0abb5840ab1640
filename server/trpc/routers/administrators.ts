import {
  addAdministrator,
  listAdministrators,
  removeAdministrator,
} from "@/server/domain/administrators/administrators";
import { read, router, write } from "../init";

export const administratorsRouter = router({
  list: read(listAdministrators),
  add: write(addAdministrator),
  remove: write(removeAdministrator),
});
