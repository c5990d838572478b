// Written by update.sh: the files of web-client/.
#include "page.h"

static const unsigned char file_0[] = {
#embed "../../web-client/css/float.css"
};

static const unsigned char file_1[] = {
#embed "../../web-client/css/ground.css"
};

static const unsigned char file_2[] = {
#embed "../../web-client/css/later/display.css"
};

static const unsigned char file_3[] = {
#embed "../../web-client/css/later/grid.css"
};

static const unsigned char file_4[] = {
#embed "../../web-client/css/later/import.css"
};

static const unsigned char file_5[] = {
#embed "../../web-client/css/later/share.css"
};

static const unsigned char file_6[] = {
#embed "../../web-client/css/later/sheets.css"
};

static const unsigned char file_7[] = {
#embed "../../web-client/css/later/table.css"
};

static const unsigned char file_8[] = {
#embed "../../web-client/css/list.css"
};

static const unsigned char file_9[] = {
#embed "../../web-client/css/modes.css"
};

static const unsigned char file_10[] = {
#embed "../../web-client/css/page.css"
};

static const unsigned char file_11[] = {
#embed "../../web-client/css/panel.css"
};

static const unsigned char file_12[] = {
#embed "../../web-client/css/small.css"
};

static const unsigned char file_13[] = {
#embed "../../web-client/css/tokens.css"
};

static const unsigned char file_14[] = {
#embed "../../web-client/favicon.svg"
};

static const unsigned char file_15[] = {
#embed "../../web-client/icon-180.png"
};

static const unsigned char file_16[] = {
#embed "../../web-client/icon-512.png"
};

static const unsigned char file_17[] = {
#embed "../../web-client/icons.svg"
};

static const unsigned char file_18[] = {
#embed "../../web-client/index.html"
};

static const unsigned char file_19[] = {
#embed "../../web-client/js/access.js"
};

static const unsigned char file_20[] = {
#embed "../../web-client/js/app.js"
};

static const unsigned char file_21[] = {
#embed "../../web-client/js/dom.js"
};

static const unsigned char file_22[] = {
#embed "../../web-client/js/early.js"
};

static const unsigned char file_23[] = {
#embed "../../web-client/js/keep/database.js"
};

static const unsigned char file_24[] = {
#embed "../../web-client/js/keep/device.js"
};

static const unsigned char file_25[] = {
#embed "../../web-client/js/keep/keeper.js"
};

static const unsigned char file_26[] = {
#embed "../../web-client/js/keep/shell.js"
};

static const unsigned char file_27[] = {
#embed "../../web-client/js/keep/tokens.js"
};

static const unsigned char file_28[] = {
#embed "../../web-client/js/keep/within.js"
};

static const unsigned char file_29[] = {
#embed "../../web-client/js/later.js"
};

static const unsigned char file_30[] = {
#embed "../../web-client/js/main.js"
};

static const unsigned char file_31[] = {
#embed "../../web-client/js/model/actions.js"
};

static const unsigned char file_32[] = {
#embed "../../web-client/js/model/columns.js"
};

static const unsigned char file_33[] = {
#embed "../../web-client/js/model/copy.js"
};

static const unsigned char file_34[] = {
#embed "../../web-client/js/model/display.js"
};

static const unsigned char file_35[] = {
#embed "../../web-client/js/model/export.js"
};

static const unsigned char file_36[] = {
#embed "../../web-client/js/model/facts.js"
};

static const unsigned char file_37[] = {
#embed "../../web-client/js/model/fields.js"
};

static const unsigned char file_38[] = {
#embed "../../web-client/js/model/ids.js"
};

static const unsigned char file_39[] = {
#embed "../../web-client/js/model/importing.js"
};

static const unsigned char file_40[] = {
#embed "../../web-client/js/model/markdown.js"
};

static const unsigned char file_41[] = {
#embed "../../web-client/js/model/order.js"
};

static const unsigned char file_42[] = {
#embed "../../web-client/js/model/outbox.js"
};

static const unsigned char file_43[] = {
#embed "../../web-client/js/model/paste.js"
};

static const unsigned char file_44[] = {
#embed "../../web-client/js/model/picture.js"
};

static const unsigned char file_45[] = {
#embed "../../web-client/js/model/reading.js"
};

static const unsigned char file_46[] = {
#embed "../../web-client/js/model/rules.js"
};

static const unsigned char file_47[] = {
#embed "../../web-client/js/model/search.js"
};

static const unsigned char file_48[] = {
#embed "../../web-client/js/model/shared.js"
};

static const unsigned char file_49[] = {
#embed "../../web-client/js/model/sort.js"
};

static const unsigned char file_50[] = {
#embed "../../web-client/js/model/store.js"
};

static const unsigned char file_51[] = {
#embed "../../web-client/js/model/suggest.js"
};

static const unsigned char file_52[] = {
#embed "../../web-client/js/model/sums.js"
};

static const unsigned char file_53[] = {
#embed "../../web-client/js/model/tsv.js"
};

static const unsigned char file_54[] = {
#embed "../../web-client/js/model/undo.js"
};

static const unsigned char file_55[] = {
#embed "../../web-client/js/net/backoff.js"
};

static const unsigned char file_56[] = {
#embed "../../web-client/js/net/connection.js"
};

static const unsigned char file_57[] = {
#embed "../../web-client/js/net/version.js"
};

static const unsigned char file_58[] = {
#embed "../../web-client/js/strings.js"
};

static const unsigned char file_59[] = {
#embed "../../web-client/js/strings/ar.js"
};

static const unsigned char file_60[] = {
#embed "../../web-client/js/strings/en.js"
};

static const unsigned char file_61[] = {
#embed "../../web-client/js/strings/ja.js"
};

static const unsigned char file_62[] = {
#embed "../../web-client/js/strings/pt.js"
};

static const unsigned char file_63[] = {
#embed "../../web-client/js/views/add.js"
};

static const unsigned char file_64[] = {
#embed "../../web-client/js/views/arrange.js"
};

static const unsigned char file_65[] = {
#embed "../../web-client/js/views/cellblock.js"
};

static const unsigned char file_66[] = {
#embed "../../web-client/js/views/cellrange.js"
};

static const unsigned char file_67[] = {
#embed "../../web-client/js/views/cellvalue.js"
};

static const unsigned char file_68[] = {
#embed "../../web-client/js/views/columndrag.js"
};

static const unsigned char file_69[] = {
#embed "../../web-client/js/views/deciding.js"
};

static const unsigned char file_70[] = {
#embed "../../web-client/js/views/details.js"
};

static const unsigned char file_71[] = {
#embed "../../web-client/js/views/dialog.js"
};

static const unsigned char file_72[] = {
#embed "../../web-client/js/views/displaywindow.js"
};

static const unsigned char file_73[] = {
#embed "../../web-client/js/views/doing.js"
};

static const unsigned char file_74[] = {
#embed "../../web-client/js/views/download.js"
};

static const unsigned char file_75[] = {
#embed "../../web-client/js/views/drag.js"
};

static const unsigned char file_76[] = {
#embed "../../web-client/js/views/dropping.js"
};

static const unsigned char file_77[] = {
#embed "../../web-client/js/views/editing.js"
};

static const unsigned char file_78[] = {
#embed "../../web-client/js/views/editor.js"
};

static const unsigned char file_79[] = {
#embed "../../web-client/js/views/facts.js"
};

static const unsigned char file_80[] = {
#embed "../../web-client/js/views/fieldmaking.js"
};

static const unsigned char file_81[] = {
#embed "../../web-client/js/views/fieldrow.js"
};

static const unsigned char file_82[] = {
#embed "../../web-client/js/views/filter.js"
};

static const unsigned char file_83[] = {
#embed "../../web-client/js/views/filters.js"
};

static const unsigned char file_84[] = {
#embed "../../web-client/js/views/gridkeys.js"
};

static const unsigned char file_85[] = {
#embed "../../web-client/js/views/gridlayout.js"
};

static const unsigned char file_86[] = {
#embed "../../web-client/js/views/gridwindow.js"
};

static const unsigned char file_87[] = {
#embed "../../web-client/js/views/historyview.js"
};

static const unsigned char file_88[] = {
#embed "../../web-client/js/views/importview.js"
};

static const unsigned char file_89[] = {
#embed "../../web-client/js/views/keys.js"
};

static const unsigned char file_90[] = {
#embed "../../web-client/js/views/layout.js"
};

static const unsigned char file_91[] = {
#embed "../../web-client/js/views/listening.js"
};

static const unsigned char file_92[] = {
#embed "../../web-client/js/views/listmenu.js"
};

static const unsigned char file_93[] = {
#embed "../../web-client/js/views/listscreen.js"
};

static const unsigned char file_94[] = {
#embed "../../web-client/js/views/looks.js"
};

static const unsigned char file_95[] = {
#embed "../../web-client/js/views/marks.js"
};

static const unsigned char file_96[] = {
#embed "../../web-client/js/views/measure.js"
};

static const unsigned char file_97[] = {
#embed "../../web-client/js/views/menu.js"
};

static const unsigned char file_98[] = {
#embed "../../web-client/js/views/news.js"
};

static const unsigned char file_99[] = {
#embed "../../web-client/js/views/notices.js"
};

static const unsigned char file_100[] = {
#embed "../../web-client/js/views/parts.js"
};

static const unsigned char file_101[] = {
#embed "../../web-client/js/views/pastelink.js"
};

static const unsigned char file_102[] = {
#embed "../../web-client/js/views/picture.js"
};

static const unsigned char file_103[] = {
#embed "../../web-client/js/views/places.js"
};

static const unsigned char file_104[] = {
#embed "../../web-client/js/views/pull.js"
};

static const unsigned char file_105[] = {
#embed "../../web-client/js/views/range.js"
};

static const unsigned char file_106[] = {
#embed "../../web-client/js/views/row.js"
};

static const unsigned char file_107[] = {
#embed "../../web-client/js/views/rowmenu.js"
};

static const unsigned char file_108[] = {
#embed "../../web-client/js/views/searchfield.js"
};

static const unsigned char file_109[] = {
#embed "../../web-client/js/views/section.js"
};

static const unsigned char file_110[] = {
#embed "../../web-client/js/views/selection.js"
};

static const unsigned char file_111[] = {
#embed "../../web-client/js/views/share.js"
};

static const unsigned char file_112[] = {
#embed "../../web-client/js/views/shared.js"
};

static const unsigned char file_113[] = {
#embed "../../web-client/js/views/shortcuts.js"
};

static const unsigned char file_114[] = {
#embed "../../web-client/js/views/sinklayout.js"
};

static const unsigned char file_115[] = {
#embed "../../web-client/js/views/startscreen.js"
};

static const unsigned char file_116[] = {
#embed "../../web-client/js/views/suggest.js"
};

static const unsigned char file_117[] = {
#embed "../../web-client/js/views/swipe.js"
};

static const unsigned char file_118[] = {
#embed "../../web-client/js/views/tablebar.js"
};

static const unsigned char file_119[] = {
#embed "../../web-client/js/views/tablecells.js"
};

static const unsigned char file_120[] = {
#embed "../../web-client/js/views/tablehead.js"
};

static const unsigned char file_121[] = {
#embed "../../web-client/js/views/tablekeys.js"
};

static const unsigned char file_122[] = {
#embed "../../web-client/js/views/tablelayout.js"
};

static const unsigned char file_123[] = {
#embed "../../web-client/js/views/tablemenus.js"
};

static const unsigned char file_124[] = {
#embed "../../web-client/js/views/tablerow.js"
};

static const unsigned char file_125[] = {
#embed "../../web-client/js/views/tablesection.js"
};

static const unsigned char file_126[] = {
#embed "../../web-client/js/views/tablewindow.js"
};

static const unsigned char file_127[] = {
#embed "../../web-client/js/views/tile.js"
};

static const unsigned char file_128[] = {
#embed "../../web-client/js/views/toast.js"
};

static const unsigned char file_129[] = {
#embed "../../web-client/js/views/topbar.js"
};

static const unsigned char file_130[] = {
#embed "../../web-client/js/views/viewlink.js"
};

static const unsigned char file_131[] = {
#embed "../../web-client/js/views/waiting.js"
};

static const unsigned char file_132[] = {
#embed "../../web-client/js/views/window.js"
};

static const unsigned char file_133[] = {
#embed "../../web-client/js/words/ar-views.js"
};

static const unsigned char file_134[] = {
#embed "../../web-client/js/words/en-views.js"
};

static const unsigned char file_135[] = {
#embed "../../web-client/js/words/ja-views.js"
};

static const unsigned char file_136[] = {
#embed "../../web-client/js/words/pt-views.js"
};

static const unsigned char file_137[] = {
#embed "../../web-client/manifest.webmanifest"
};

static const unsigned char file_138[] = {
#embed "../../web-client/sw.js"
};

const page_file page_files[] = {
    { "/css/float.css", "text/css; charset=utf-8", file_0, sizeof file_0 },
    { "/css/ground.css", "text/css; charset=utf-8", file_1, sizeof file_1 },
    { "/css/later/display.css", "text/css; charset=utf-8", file_2, sizeof file_2 },
    { "/css/later/grid.css", "text/css; charset=utf-8", file_3, sizeof file_3 },
    { "/css/later/import.css", "text/css; charset=utf-8", file_4, sizeof file_4 },
    { "/css/later/share.css", "text/css; charset=utf-8", file_5, sizeof file_5 },
    { "/css/later/sheets.css", "text/css; charset=utf-8", file_6, sizeof file_6 },
    { "/css/later/table.css", "text/css; charset=utf-8", file_7, sizeof file_7 },
    { "/css/list.css", "text/css; charset=utf-8", file_8, sizeof file_8 },
    { "/css/modes.css", "text/css; charset=utf-8", file_9, sizeof file_9 },
    { "/css/page.css", "text/css; charset=utf-8", file_10, sizeof file_10 },
    { "/css/panel.css", "text/css; charset=utf-8", file_11, sizeof file_11 },
    { "/css/small.css", "text/css; charset=utf-8", file_12, sizeof file_12 },
    { "/css/tokens.css", "text/css; charset=utf-8", file_13, sizeof file_13 },
    { "/favicon.svg", "image/svg+xml", file_14, sizeof file_14 },
    { "/icon-180.png", "image/png", file_15, sizeof file_15 },
    { "/icon-512.png", "image/png", file_16, sizeof file_16 },
    { "/icons.svg", "image/svg+xml", file_17, sizeof file_17 },
    { "/index.html", "text/html; charset=utf-8", file_18, sizeof file_18 },
    { "/js/access.js", "text/javascript; charset=utf-8", file_19, sizeof file_19 },
    { "/js/app.js", "text/javascript; charset=utf-8", file_20, sizeof file_20 },
    { "/js/dom.js", "text/javascript; charset=utf-8", file_21, sizeof file_21 },
    { "/js/early.js", "text/javascript; charset=utf-8", file_22, sizeof file_22 },
    { "/js/keep/database.js", "text/javascript; charset=utf-8", file_23, sizeof file_23 },
    { "/js/keep/device.js", "text/javascript; charset=utf-8", file_24, sizeof file_24 },
    { "/js/keep/keeper.js", "text/javascript; charset=utf-8", file_25, sizeof file_25 },
    { "/js/keep/shell.js", "text/javascript; charset=utf-8", file_26, sizeof file_26 },
    { "/js/keep/tokens.js", "text/javascript; charset=utf-8", file_27, sizeof file_27 },
    { "/js/keep/within.js", "text/javascript; charset=utf-8", file_28, sizeof file_28 },
    { "/js/later.js", "text/javascript; charset=utf-8", file_29, sizeof file_29 },
    { "/js/main.js", "text/javascript; charset=utf-8", file_30, sizeof file_30 },
    { "/js/model/actions.js", "text/javascript; charset=utf-8", file_31, sizeof file_31 },
    { "/js/model/columns.js", "text/javascript; charset=utf-8", file_32, sizeof file_32 },
    { "/js/model/copy.js", "text/javascript; charset=utf-8", file_33, sizeof file_33 },
    { "/js/model/display.js", "text/javascript; charset=utf-8", file_34, sizeof file_34 },
    { "/js/model/export.js", "text/javascript; charset=utf-8", file_35, sizeof file_35 },
    { "/js/model/facts.js", "text/javascript; charset=utf-8", file_36, sizeof file_36 },
    { "/js/model/fields.js", "text/javascript; charset=utf-8", file_37, sizeof file_37 },
    { "/js/model/ids.js", "text/javascript; charset=utf-8", file_38, sizeof file_38 },
    { "/js/model/importing.js", "text/javascript; charset=utf-8", file_39, sizeof file_39 },
    { "/js/model/markdown.js", "text/javascript; charset=utf-8", file_40, sizeof file_40 },
    { "/js/model/order.js", "text/javascript; charset=utf-8", file_41, sizeof file_41 },
    { "/js/model/outbox.js", "text/javascript; charset=utf-8", file_42, sizeof file_42 },
    { "/js/model/paste.js", "text/javascript; charset=utf-8", file_43, sizeof file_43 },
    { "/js/model/picture.js", "text/javascript; charset=utf-8", file_44, sizeof file_44 },
    { "/js/model/reading.js", "text/javascript; charset=utf-8", file_45, sizeof file_45 },
    { "/js/model/rules.js", "text/javascript; charset=utf-8", file_46, sizeof file_46 },
    { "/js/model/search.js", "text/javascript; charset=utf-8", file_47, sizeof file_47 },
    { "/js/model/shared.js", "text/javascript; charset=utf-8", file_48, sizeof file_48 },
    { "/js/model/sort.js", "text/javascript; charset=utf-8", file_49, sizeof file_49 },
    { "/js/model/store.js", "text/javascript; charset=utf-8", file_50, sizeof file_50 },
    { "/js/model/suggest.js", "text/javascript; charset=utf-8", file_51, sizeof file_51 },
    { "/js/model/sums.js", "text/javascript; charset=utf-8", file_52, sizeof file_52 },
    { "/js/model/tsv.js", "text/javascript; charset=utf-8", file_53, sizeof file_53 },
    { "/js/model/undo.js", "text/javascript; charset=utf-8", file_54, sizeof file_54 },
    { "/js/net/backoff.js", "text/javascript; charset=utf-8", file_55, sizeof file_55 },
    { "/js/net/connection.js", "text/javascript; charset=utf-8", file_56, sizeof file_56 },
    { "/js/net/version.js", "text/javascript; charset=utf-8", file_57, sizeof file_57 },
    { "/js/strings.js", "text/javascript; charset=utf-8", file_58, sizeof file_58 },
    { "/js/strings/ar.js", "text/javascript; charset=utf-8", file_59, sizeof file_59 },
    { "/js/strings/en.js", "text/javascript; charset=utf-8", file_60, sizeof file_60 },
    { "/js/strings/ja.js", "text/javascript; charset=utf-8", file_61, sizeof file_61 },
    { "/js/strings/pt.js", "text/javascript; charset=utf-8", file_62, sizeof file_62 },
    { "/js/views/add.js", "text/javascript; charset=utf-8", file_63, sizeof file_63 },
    { "/js/views/arrange.js", "text/javascript; charset=utf-8", file_64, sizeof file_64 },
    { "/js/views/cellblock.js", "text/javascript; charset=utf-8", file_65, sizeof file_65 },
    { "/js/views/cellrange.js", "text/javascript; charset=utf-8", file_66, sizeof file_66 },
    { "/js/views/cellvalue.js", "text/javascript; charset=utf-8", file_67, sizeof file_67 },
    { "/js/views/columndrag.js", "text/javascript; charset=utf-8", file_68, sizeof file_68 },
    { "/js/views/deciding.js", "text/javascript; charset=utf-8", file_69, sizeof file_69 },
    { "/js/views/details.js", "text/javascript; charset=utf-8", file_70, sizeof file_70 },
    { "/js/views/dialog.js", "text/javascript; charset=utf-8", file_71, sizeof file_71 },
    { "/js/views/displaywindow.js", "text/javascript; charset=utf-8", file_72, sizeof file_72 },
    { "/js/views/doing.js", "text/javascript; charset=utf-8", file_73, sizeof file_73 },
    { "/js/views/download.js", "text/javascript; charset=utf-8", file_74, sizeof file_74 },
    { "/js/views/drag.js", "text/javascript; charset=utf-8", file_75, sizeof file_75 },
    { "/js/views/dropping.js", "text/javascript; charset=utf-8", file_76, sizeof file_76 },
    { "/js/views/editing.js", "text/javascript; charset=utf-8", file_77, sizeof file_77 },
    { "/js/views/editor.js", "text/javascript; charset=utf-8", file_78, sizeof file_78 },
    { "/js/views/facts.js", "text/javascript; charset=utf-8", file_79, sizeof file_79 },
    { "/js/views/fieldmaking.js", "text/javascript; charset=utf-8", file_80, sizeof file_80 },
    { "/js/views/fieldrow.js", "text/javascript; charset=utf-8", file_81, sizeof file_81 },
    { "/js/views/filter.js", "text/javascript; charset=utf-8", file_82, sizeof file_82 },
    { "/js/views/filters.js", "text/javascript; charset=utf-8", file_83, sizeof file_83 },
    { "/js/views/gridkeys.js", "text/javascript; charset=utf-8", file_84, sizeof file_84 },
    { "/js/views/gridlayout.js", "text/javascript; charset=utf-8", file_85, sizeof file_85 },
    { "/js/views/gridwindow.js", "text/javascript; charset=utf-8", file_86, sizeof file_86 },
    { "/js/views/historyview.js", "text/javascript; charset=utf-8", file_87, sizeof file_87 },
    { "/js/views/importview.js", "text/javascript; charset=utf-8", file_88, sizeof file_88 },
    { "/js/views/keys.js", "text/javascript; charset=utf-8", file_89, sizeof file_89 },
    { "/js/views/layout.js", "text/javascript; charset=utf-8", file_90, sizeof file_90 },
    { "/js/views/listening.js", "text/javascript; charset=utf-8", file_91, sizeof file_91 },
    { "/js/views/listmenu.js", "text/javascript; charset=utf-8", file_92, sizeof file_92 },
    { "/js/views/listscreen.js", "text/javascript; charset=utf-8", file_93, sizeof file_93 },
    { "/js/views/looks.js", "text/javascript; charset=utf-8", file_94, sizeof file_94 },
    { "/js/views/marks.js", "text/javascript; charset=utf-8", file_95, sizeof file_95 },
    { "/js/views/measure.js", "text/javascript; charset=utf-8", file_96, sizeof file_96 },
    { "/js/views/menu.js", "text/javascript; charset=utf-8", file_97, sizeof file_97 },
    { "/js/views/news.js", "text/javascript; charset=utf-8", file_98, sizeof file_98 },
    { "/js/views/notices.js", "text/javascript; charset=utf-8", file_99, sizeof file_99 },
    { "/js/views/parts.js", "text/javascript; charset=utf-8", file_100, sizeof file_100 },
    { "/js/views/pastelink.js", "text/javascript; charset=utf-8", file_101, sizeof file_101 },
    { "/js/views/picture.js", "text/javascript; charset=utf-8", file_102, sizeof file_102 },
    { "/js/views/places.js", "text/javascript; charset=utf-8", file_103, sizeof file_103 },
    { "/js/views/pull.js", "text/javascript; charset=utf-8", file_104, sizeof file_104 },
    { "/js/views/range.js", "text/javascript; charset=utf-8", file_105, sizeof file_105 },
    { "/js/views/row.js", "text/javascript; charset=utf-8", file_106, sizeof file_106 },
    { "/js/views/rowmenu.js", "text/javascript; charset=utf-8", file_107, sizeof file_107 },
    { "/js/views/searchfield.js", "text/javascript; charset=utf-8", file_108, sizeof file_108 },
    { "/js/views/section.js", "text/javascript; charset=utf-8", file_109, sizeof file_109 },
    { "/js/views/selection.js", "text/javascript; charset=utf-8", file_110, sizeof file_110 },
    { "/js/views/share.js", "text/javascript; charset=utf-8", file_111, sizeof file_111 },
    { "/js/views/shared.js", "text/javascript; charset=utf-8", file_112, sizeof file_112 },
    { "/js/views/shortcuts.js", "text/javascript; charset=utf-8", file_113, sizeof file_113 },
    { "/js/views/sinklayout.js", "text/javascript; charset=utf-8", file_114, sizeof file_114 },
    { "/js/views/startscreen.js", "text/javascript; charset=utf-8", file_115, sizeof file_115 },
    { "/js/views/suggest.js", "text/javascript; charset=utf-8", file_116, sizeof file_116 },
    { "/js/views/swipe.js", "text/javascript; charset=utf-8", file_117, sizeof file_117 },
    { "/js/views/tablebar.js", "text/javascript; charset=utf-8", file_118, sizeof file_118 },
    { "/js/views/tablecells.js", "text/javascript; charset=utf-8", file_119, sizeof file_119 },
    { "/js/views/tablehead.js", "text/javascript; charset=utf-8", file_120, sizeof file_120 },
    { "/js/views/tablekeys.js", "text/javascript; charset=utf-8", file_121, sizeof file_121 },
    { "/js/views/tablelayout.js", "text/javascript; charset=utf-8", file_122, sizeof file_122 },
    { "/js/views/tablemenus.js", "text/javascript; charset=utf-8", file_123, sizeof file_123 },
    { "/js/views/tablerow.js", "text/javascript; charset=utf-8", file_124, sizeof file_124 },
    { "/js/views/tablesection.js", "text/javascript; charset=utf-8", file_125, sizeof file_125 },
    { "/js/views/tablewindow.js", "text/javascript; charset=utf-8", file_126, sizeof file_126 },
    { "/js/views/tile.js", "text/javascript; charset=utf-8", file_127, sizeof file_127 },
    { "/js/views/toast.js", "text/javascript; charset=utf-8", file_128, sizeof file_128 },
    { "/js/views/topbar.js", "text/javascript; charset=utf-8", file_129, sizeof file_129 },
    { "/js/views/viewlink.js", "text/javascript; charset=utf-8", file_130, sizeof file_130 },
    { "/js/views/waiting.js", "text/javascript; charset=utf-8", file_131, sizeof file_131 },
    { "/js/views/window.js", "text/javascript; charset=utf-8", file_132, sizeof file_132 },
    { "/js/words/ar-views.js", "text/javascript; charset=utf-8", file_133, sizeof file_133 },
    { "/js/words/en-views.js", "text/javascript; charset=utf-8", file_134, sizeof file_134 },
    { "/js/words/ja-views.js", "text/javascript; charset=utf-8", file_135, sizeof file_135 },
    { "/js/words/pt-views.js", "text/javascript; charset=utf-8", file_136, sizeof file_136 },
    { "/manifest.webmanifest", "application/manifest+json", file_137, sizeof file_137 },
    { "/sw.js", "text/javascript; charset=utf-8", file_138, sizeof file_138 },
};
const size_t page_files_count = sizeof page_files / sizeof page_files[0];

#if __has_include("../../.build/page/packed.h")
#include "../../.build/page/packed.h"
#else
const page_source page_sources[1] = { { "", "" } };
const size_t page_sources_count = 0;
const page_packed page_packed_files[1] = { { { "", "", file_0, 0 }, file_0, 0 } };
const size_t page_packed_files_count = 0;
const char *const page_version = "";
#endif
