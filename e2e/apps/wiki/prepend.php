<?php
// Where the packages and the state are; read before every request.
define('DOKU_MAIN_CONF', getenv('APP') . '/root/etc/dokuwiki/');
define('DOKU_CONF', getenv('STATE') . '/conf/');
