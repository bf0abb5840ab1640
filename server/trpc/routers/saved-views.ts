import { listOwnViews, removeOwnView, saveOwnView } from "@/server/domain/saved-views/saved-views";
import { read, router, writeOwn } from "../init";

export const savedViewsRouter = router({
  list: read(listOwnViews),
  save: writeOwn(saveOwnView),
  remove: writeOwn(removeOwnView),
});
