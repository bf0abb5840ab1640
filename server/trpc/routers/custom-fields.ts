import {
  deleteCustomField,
  getUserFields,
  listCustomFields,
  orderCustomFields,
  saveCustomField,
  setUserFields,
} from "@/server/domain/custom-fields/custom-fields";
import { read, router, write } from "../init";

export const customFieldsRouter = router({
  list: read(listCustomFields),
  save: write(saveCustomField),
  order: write(orderCustomFields),
  remove: write(deleteCustomField),
  ofUser: read(getUserFields),
  setOfUser: write(setUserFields),
});
