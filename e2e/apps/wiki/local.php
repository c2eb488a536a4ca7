<?php
$conf['title'] = 'House Wiki';
$conf['savedir'] = getenv('STATE') . '/data';
$conf['useacl'] = 1;
$conf['superuser'] = 'anna';
$conf['disableactions'] = 'register';
$conf['updatecheck'] = 0;
