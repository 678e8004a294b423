// Every page of the panel, in the order of the navigation. A new page is a file and a line here: its scope says what it
// is given and who sees it, its label puts it into the navigation or among a project's tabs.

/** @import { Page } from './types.ts' */

import { forgottenPage } from './page-forgotten.js';
import { invitationPage } from './page-invitation.js';
import { beginningPage, organizationsPage } from './page-organizations.js';
import { registerPage } from './page-register.js';
import { resetPage } from './page-reset.js';

/** @type {Page[]} */
export const pages = [forgottenPage, resetPage, invitationPage, registerPage, beginningPage, organizationsPage];
