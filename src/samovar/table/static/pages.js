// The script of all pages without a board.

import {kept, pledge} from "./pledge.js";
import {prove} from "./proof.js";
import {tools} from "./tools.js";

tools();
pledge();
prove();
if (document.querySelector("[data-wait]")) kept();
